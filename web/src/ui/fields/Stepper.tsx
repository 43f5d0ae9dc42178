import { IconCheck } from '@tabler/icons-react';
import './stepper.css';

interface Props {
  readonly label: string;
  readonly steps: readonly string[];
  /** Index of the current step, starting with 0. */
  readonly current: number;
}

export function Stepper({ label, steps, current }: Props) {
  return (
    <ol className="stepper" aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={index < current ? 'step step--done' : 'step'}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className="step__dot" aria-hidden="true">
            {index < current ? <IconCheck size={14} stroke={2.6} /> : index + 1}
          </span>
          <span className="step__label">
            {step}
            {index < current && <span className="visually-hidden"> (done)</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
