import { Severity } from '../../ui/signs/SeveritySign.tsx';
import type { StockRow } from './stock-rows.ts';
import { levelOfState, ownWordOfState, wordOfState } from '../products/stock-state.ts';

/** The inventory icon with its word; the watchdog's sentence is its tooltip, and read where it asks for something. */
export function StockSign({ row: { state, item, shipper, shelf } }: { readonly row: StockRow }) {
  const message = item?.statusDetails.message ?? undefined;
  const isMuted = item?.muted ?? false;
  const word = (shipper === 'own' && shelf === 'amazon' && ownWordOfState[state]) || wordOfState[state];
  return (
    <span title={message}>
      <Severity level={isMuted ? 'muted' : levelOfState[state]} size={14}>
        {isMuted ? `${word}, muted` : word}
      </Severity>
      {state === 'unset' && <span className="visually-hidden">. {message}</span>}
    </span>
  );
}
