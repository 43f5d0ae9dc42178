import { IconChevronRight } from '@tabler/icons-react';

interface Props {
  readonly title: string;
  readonly note: string;
  readonly isOpen: boolean;
  /** The id of the part that it opens. */
  readonly controls: string;
  readonly onToggle: () => void;
}

/** The head of a part of the setup, which opens and closes it. */
export function SheetToggle({ title, note, isOpen, controls, onToggle }: Props) {
  return (
    <button
      type="button"
      className="sheet__toggle"
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      onClick={onToggle}
    >
      <IconChevronRight size={16} aria-hidden="true" />
      <b className="strong">{title}</b>
      <span className="meta ellipsis">{note}</span>
    </button>
  );
}
