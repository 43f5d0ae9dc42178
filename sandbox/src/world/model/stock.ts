/** Units of one listing in the marketplace's warehouses, as its inventory summary counts them. */
export interface FbaStock {
  fulfillable: number;
  inboundWorking: number;
  inboundShipped: number;
  inboundReceiving: number;
  reserved: number;
  unfulfillable: number;
  researching: number;
}

export const inboundOf = (stock: FbaStock): number =>
  stock.inboundWorking + stock.inboundShipped + stock.inboundReceiving;

/** Everything that the marketplace counts as the seller's, also what is still on its way. */
export const totalOf = (stock: FbaStock): number =>
  stock.fulfillable + inboundOf(stock) + stock.reserved + stock.unfulfillable + stock.researching;
