import './logo.css';

/** The worst unchecked level. */
export type BeaconLevel = 'none' | 'warning' | 'alert' | 'stale';

interface Props {
  readonly size?: number;
  readonly beacon?: BeaconLevel;
}

/** A W with a light on its middle post, which shows the beacon's level. */
export function Mark({ size = 24, beacon = 'none' }: Props) {
  return (
    <svg className={`mark--${beacon}`} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <rect className="mark__tile" width="24" height="24" rx="6" />
      <path className="mark__letter" d="m5 9.75 3.5 8.25L12 11.75 15.5 18 19 9.75" />
      <circle className="mark__beacon" cx="12" cy="7" r="1.9" />
    </svg>
  );
}

export function Brand({ beacon = 'none' }: Props) {
  return (
    <span className="brand">
      <Mark beacon={beacon} />
      <span className="brand__name">Watchpost</span>
    </span>
  );
}
