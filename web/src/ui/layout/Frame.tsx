import { IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Brand } from '../signs/Logo.tsx';
import { Stepper } from '../fields/Stepper.tsx';
import { VersionLabel } from './VersionLabel.tsx';
import './frame.css';

interface Props {
  readonly steps: readonly string[];
  /** The zero-based index of the current step. */
  readonly current: number;
  /** Content at the right end of the top line. */
  readonly end: ReactNode;
  readonly aside: ReactNode;
  readonly children: ReactNode;
}

/** The page of a guided set-up: the current step, its content, and information beside it. */
export function Frame({ steps, current, end, aside, children }: Props) {
  return (
    <div className="frame">
      <header className="frame__top">
        <Brand />
        <Stepper label="Set-up" steps={steps} current={current} />
        <span className="frame__end">{end}</span>
      </header>
      <main className="frame__main">
        <div>{children}</div>
        <aside>{aside}</aside>
      </main>
      <footer className="frame__foot">
        <VersionLabel />
      </footer>
    </div>
  );
}

interface FactsProps {
  readonly title: string;
  readonly items: readonly string[];
  /** Shows crosses instead of ticks, for a list of things that Watchpost never does. */
  readonly never?: boolean;
}

export function Facts({ title, items, never = false }: FactsProps) {
  const Icon = never ? IconX : IconCheck;
  return (
    <section className="facts">
      <h2>{title}</h2>
      <ul>
        {items.map((item) => (
          <li key={item}>
            <Icon size={14} aria-hidden="true" />
            {item}
          </li>
        ))}
      </ul>
    </section>
  );
}
