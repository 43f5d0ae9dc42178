interface Term {
  readonly title: string;
  readonly text: string;
}

export const terms: readonly Term[] = [
  {
    title: 'The service',
    text: 'Watchpost reads the data of the seller accounts that you connect, watches their products, and reports changes on the dashboard, by e-mail, in your browser and in the channels that you set up. It never changes a price, a listing or an order. It is a help and not a guarantee: the marketplace may answer late, incompletely or not at all, and an alert can be missed or wrong.',
  },
  {
    title: 'The free trial',
    text: 'The trial begins with the sign-up and lasts 30 days, unless your promo or invite code says otherwise. It needs no payment method, and the number of watched ASINs is not limited. Without a payment method the service stops when the trial ends; nothing is charged.',
  },
  {
    title: 'Prices and payment',
    text: 'After the trial you pay the base plan and a daily rate for each ASIN that is tracked on that day, as shown on the page Subscription & Billing. Amounts are in US dollars. You choose daily or monthly billing, and pay by card or ACH transfer through our payment provider, who keeps the payment details.',
  },
  {
    title: 'Payments that fail',
    text: 'If a charge fails, you are informed and the charge is repeated. The service goes on for a while and is then suspended until the amount is paid.',
  },
  {
    title: 'Cancelling',
    text: 'You may cancel at any time on the page Subscription & Billing. The renewal stops at once, and you can use the service until the end of the paid period. A cancelled subscription gets no further discount, also if it is resumed.',
  },
  {
    title: 'Your account',
    text: 'Give a true e-mail address, keep your password to yourself, and invite only people who may see the data of your seller accounts. You are responsible for what the users of your account do.',
  },
  {
    title: 'Your data',
    text: 'The data of your seller accounts are yours. We use them for the service only, keep the authorization tokens encrypted, and pass nothing on except to the services that deliver your mail, take your payments or receive your alerts at your request. When you delete a seller account, its data are deleted. You can take the authorization back at the marketplace at any time.',
  },
  {
    title: 'Liability',
    text: 'Decisions about your business stay with you. As far as the law allows, we are not liable for lost sales or profits that follow from a late, missing or wrong alert.',
  },
  {
    title: 'Changes',
    text: 'When prices or these terms change, you are informed by e-mail before, and may cancel. Questions about them are answered at Help, Contact Us.',
  },
];
