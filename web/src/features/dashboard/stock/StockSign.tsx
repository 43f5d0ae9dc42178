import { Severity } from '../../../ui/SeveritySign.tsx';
import { levelOfState, wordOfState, type StockTold } from './stock-state.ts';

/** The inventory icon with its word; the watchdog's sentence is its tooltip, and read where it asks for something. */
export function StockSign({ told: { state, item } }: { readonly told: StockTold }) {
  const message = item?.statusDetails.message ?? undefined;
  const isMuted = item?.muted ?? false;
  return (
    <span title={message}>
      <Severity level={isMuted ? 'muted' : levelOfState[state]} size={14}>
        {isMuted ? `${wordOfState[state]}, muted` : wordOfState[state]}
      </Severity>
      {state === 'unset' && <span className="visually-hidden">. {message}</span>}
    </span>
  );
}
