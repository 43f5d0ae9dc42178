import { healthOf, type OperatingState } from '@app/shared/domain/operating/health.ts';
import { SeveritySign } from '../../ui/signs/SeveritySign.tsx';
import { healthValue } from './operator-words.ts';

const words = { ok: 'fine', warning: 'look at it', alert: 'act now' } as const;

/** One tile for each rule, coloured by the thresholds of `health-rules.ts`. */
export const HealthStrip = ({ state }: { readonly state: OperatingState }) => (
  <ul className="panel health" aria-label="Health">
    {healthOf(state).map((line) => (
      <li key={line.key} className={`health__tile health__tile--${line.level}`}>
        <span className="health__title">{line.title}</span>
        <span className="health__value">
          <SeveritySign level={line.level} size={14} />
          {healthValue(line)}
          <span className="visually-hidden">, {words[line.level]}</span>
        </span>
      </li>
    ))}
  </ul>
);
