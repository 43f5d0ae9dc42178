import { useQuery } from '@tanstack/react-query';
import { partnerCards } from '@app/shared/contract/billing.ts';
import { query } from '../../lib/http/call.ts';

/** The operator's card with this id is the one of the payment partner. */
const partnerId = 'payment-partner';

/** The promotion of section 9. It is an offer of a partner, so that it is shown only where the operator has one. */
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
