import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from '../fields/IconButton.tsx';
import './tabs.css';

interface Props {
  /** The zero-based page; the pager shows it counted from 1. */
  readonly page: number;
  readonly pages: number;
  readonly onChange: (page: number) => void;
  /** Tells the pagers of a page apart for screen readers. */
  readonly label?: string;
}

export function Pager({ page, pages, onChange, label = 'Pages' }: Props) {
  if (pages <= 1) return null;
  const turn = (name: string, to: number, icon: ReactNode) => (
    <IconButton label={name} size="sm" disabled={to === page} onClick={() => onChange(to)}>
      {icon}
    </IconButton>
  );
  return (
    <nav className="pager" aria-label={label}>
      {turn('First page', 0, <IconChevronsLeft size={16} aria-hidden="true" />)}
      {turn('Previous page', Math.max(0, page - 1), <IconChevronLeft size={16} aria-hidden="true" />)}
      <span className="figures">
        {page + 1} / {pages}
      </span>
      {turn('Next page', Math.min(pages - 1, page + 1), <IconChevronRight size={16} aria-hidden="true" />)}
      {turn('Last page', pages - 1, <IconChevronsRight size={16} aria-hidden="true" />)}
    </nav>
  );
}
