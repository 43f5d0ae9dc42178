/** FBA quantities of one listing, with the categories of Amazon's inventory summary. */
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

/** Total of all quantities, including inbound units. */
export const totalOf = (stock: FbaStock): number =>
  stock.fulfillable + inboundOf(stock) + stock.reserved + stock.unfulfillable + stock.researching;
