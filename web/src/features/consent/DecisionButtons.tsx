import { Button } from '../../ui/fields/Button.tsx';

const decisions = [
  { decision: 'allow', label: 'Allow', variant: 'primary' },
  { decision: 'deny', label: 'Do not allow', variant: 'bordered' },
] as const;

export type Decision = (typeof decisions)[number]['decision'];

interface Props {
  /** The decision that is being sent; the other one can then no longer be made. */
  readonly busy: Decision | null;
  readonly onDecide: (decision: Decision) => void;
}

export const DecisionButtons = ({ busy, onDecide }: Props) =>
  decisions.map(({ decision, label, variant }) => (
    <Button
      key={decision}
      variant={variant}
      size="lg"
      block
      busy={busy === decision}
      disabled={busy !== null && busy !== decision}
      onClick={() => onDecide(decision)}
    >
      {label}
    </Button>
  ));
