import type { KeyboardEvent, ReactNode } from 'react';
import './tabs.css';
import { formatCount } from '@app/shared/base/format-count.ts';

interface Tab<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly count?: number | undefined;
}

interface Props<Value extends string> {
  readonly label: string;
  /** Prefix of the ids; the panel needs `id={panelId(id)}`, `role="tabpanel"` and `aria-labelledby={tabId(id, value)}`. */
  readonly id: string;
  readonly tabs: readonly Tab<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

export const tabId = (id: string, value: string): string => `${id}-tab-${value}`;
export const panelId = (id: string): string => `${id}-panel`;

/** A single stop of the Tab key; arrow keys, Home and End move between the tabs. */
export function Tabs<Value extends string>({ label, id, tabs, value, onChange }: Props<Value>) {
  const handleKeyDown = (event: KeyboardEvent) => {
    const next = neighbour(tabs, value, event.key);
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    document.getElementById(tabId(id, next.value))?.focus();
  };
  return (
    <div className="tabs" role="tablist" tabIndex={-1} aria-label={label} onKeyDown={handleKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          className="tab"
          id={tabId(id, tab.value)}
          aria-controls={panelId(id)}
          aria-selected={tab.value === value}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
          {tab.count !== undefined && <span className="tab__count">{formatCount(tab.count)}</span>}
        </button>
      ))}
    </div>
  );
}

function neighbour<Value extends string>(tabs: readonly Tab<Value>[], value: Value, key: string) {
  const at = tabs.findIndex((tab) => tab.value === value);
  if (key === 'ArrowRight') return tabs[(at + 1) % tabs.length];
  if (key === 'ArrowLeft') return tabs.at(at - 1);
  if (key === 'Home') return tabs[0];
  if (key === 'End') return tabs.at(-1);
  return undefined;
}
