import { useQuery } from '@tanstack/react-query';
import { partnerCards } from '@app/shared/contract/billing.ts';
import { query } from '../../lib/http/call.ts';

/** The id of the payment partner's card among the partner cards that the operator has configured. */
const partnerId = 'payment-partner';

/** The promotion of section 9: an offer of a payment partner, shown only if the operator has configured one. */
export function PaymentPartner() {
  const { data } = useQuery({ ...query(partnerCards), staleTime: Infinity });
  const card = data?.cards.find(({ id }) => id === partnerId);
  if (!card) return null;
  return (
    <section className="facts">
      <h2>Payment partner promotion</h2>
      <p className="dim">
        10% fee rebate on the first capital advance.{' '}
        <a href={card.url} target="_blank" rel="noreferrer">
          {card.label}
        </a>
      </p>
    </section>
  );
}
