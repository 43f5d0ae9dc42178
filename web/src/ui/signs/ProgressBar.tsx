import '../layout/panel.css';

interface Props {
  readonly label: string;
  readonly value: number;
  readonly max: number;
}

export function ProgressBar({ label, value, max }: Props) {
  return <progress className="progress" aria-label={label} value={Math.min(value, max)} max={Math.max(1, max)} />;
}
