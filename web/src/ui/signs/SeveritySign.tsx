import type { ReactNode } from 'react';
import './severity.css';

import { severityForms, type Severity } from '@app/shared/base/severity.ts';

/** A severity, or a state of the dashboard that replaces the severity. */
export type Level = Severity | 'muted' | 'stale' | 'starting' | 'unset' | 'info';

const words: Readonly<Record<Level, string>> = {
  alert: severityForms.alert.label,
  warning: severityForms.warning.label,
  // "Improved" is the label of an item; the news about it is labelled "Improvement".
  improved: 'Improved',
  ok: severityForms.ok.label,
  muted: 'Muted',
  stale: 'Stale',
  starting: 'Starting',
  unset: 'Not set',
  info: 'Note',
};

interface SignProps {
  readonly level: Level;
  readonly size?: 12 | 14 | 16 | 20 | 24;
}

/** The sign of a level without text, for places where the word stands beside it. */
export function SeveritySign({ level, size = 16 }: SignProps) {
  return (
    <svg className={`sign--${level}`} width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      {shapes[level]}
    </svg>
  );
}

interface SeverityProps extends SignProps {
  /** Replaces the level's own word. */
  readonly children?: ReactNode;
}

/** A severity as sign, word and colour, because colour alone must never show it. */
export function Severity({ level, size = 16, children }: SeverityProps) {
  return (
    <span className={`severity tone--${level}`}>
      <SeveritySign level={level} size={size} />
      {children ?? words[level]}
    </span>
  );
}

export const severityWord = (level: Level): string => words[level];

/** A circle as part of a path. A sign is a single element if possible, because there are hundreds of signs. */
const ring = 'M14.25 8a6.25 6.25 0 1 1-12.5 0 6.25 6.25 0 0 1 12.5 0';
const outline = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

const shapes: Readonly<Record<Level, ReactNode>> = {
  alert: (
    <path
      fill="currentColor"
      fillRule="evenodd"
      d="M5.3 1h5.4a1 1 0 0 1 .7.3l3.3 3.3a1 1 0 0 1 .3.7v5.4a1 1 0 0 1-.3.7l-3.3 3.3a1 1 0 0 1-.7.3H5.3a1 1 0 0 1-.7-.3l-3.3-3.3a1 1 0 0 1-.3-.7V5.3a1 1 0 0 1 .3-.7l3.3-3.3a1 1 0 0 1 .7-.3ZM8 3.9a.9.9 0 0 0-.9.9v3.9a.9.9 0 0 0 1.8 0V4.8a.9.9 0 0 0-.9-.9Zm0 6.5a1 1 0 1 0 0 2 1 1 0 0 0 0-2Z"
    />
  ),
  warning: (
    <path
      fill="currentColor"
      fillRule="evenodd"
      d="M7 1.6a1.15 1.15 0 0 1 2 0l6.1 10.9a1.15 1.15 0 0 1-1 1.75H1.9a1.15 1.15 0 0 1-1-1.75ZM8 5a.9.9 0 0 0-.9.9v3a.9.9 0 0 0 1.8 0v-3A.9.9 0 0 0 8 5Zm0 5.6a1 1 0 1 0 0 2 1 1 0 0 0 0-2Z"
    />
  ),
  improved: (
    <path
      fill="currentColor"
      fillRule="evenodd"
      d="M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm0 3.1 3.45 3.45-1.13 1.13L8.8 7.16v4.54H7.2V7.16L5.68 8.68 4.55 7.55Z"
    />
  ),
  ok: <path {...outline} d={`${ring}M5.3 8.2l1.9 1.9 3.6-3.9`} />,
  muted: (
    <path
      {...outline}
      d="M6 3.2a4 4 0 0 1 6 3.4c0 1 .2 1.9.5 2.6M11.3 11.5H2.6C3.4 10.6 4 9.4 4 6.6c0-.4.1-.8.2-1.2M6.6 13.6h2.8M2 2l12 12"
    />
  ),
  stale: (
    <>
      <circle {...outline} cx="8" cy="8" r="6.25" strokeDasharray="1.9 2.02" />
      <path {...outline} d="M8 4.9V8l2 1.4" />
    </>
  ),
  starting: (
    <>
      <circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" strokeWidth="1.5" strokeOpacity="0.45" />
      <path
        fill="currentColor"
        d="M4 8a1 1 0 1 1 2 0 1 1 0 0 1-2 0Zm3 0a1 1 0 1 1 2 0 1 1 0 0 1-2 0Zm3 0a1 1 0 1 1 2 0 1 1 0 0 1-2 0Z"
      />
    </>
  ),
  unset: <path {...outline} d={`${ring}M5.5 8h5`} />,
  info: (
    <>
      <path {...outline} d={`${ring}M8 7.5v3.3`} />
      <circle cx="8" cy="5" r="0.95" fill="currentColor" />
    </>
  ),
};
