import { useId, type ReactNode } from 'react';
import { passFocusOn } from '../../../ui/hooks/pass-focus-on.ts';
import '../../../ui/layout/panel.css';
import './settings.css';

interface Props {
  /** The anchor of `sections.ts`; a second panel of the same section has none. */
  readonly id?: string;
  readonly title: string;
  /** Text in a quiet colour after the title. */
  readonly note?: ReactNode;
  /** Buttons at the right end of the head. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** One panel of the settings page; its rows are `SettingRow`s, or a table `settings-table`. */
export function Section({ id, title, note, actions, children }: Props) {
  const titleId = useId();
  return (
    <section className="panel settings-section" id={id} aria-labelledby={titleId} tabIndex={id ? -1 : undefined}>
      <header className="panel__head settings-section__head">
        <h2 id={titleId}>{title}</h2>
        {note && <span className="meta">{note}</span>}
        {actions && <span className="settings-section__actions">{actions}</span>}
      </header>
      {children}
    </section>
  );
}

interface RowProps {
  readonly title: ReactNode;
  readonly note?: ReactNode;
  /** The control of the setting. */
  readonly children?: ReactNode;
}

/** A row with the setting's name, a sentence about it, and the control at the right end. */
export function SettingRow({ title, note, children }: RowProps) {
  return (
    <div ref={passFocusOn} className="setting-row">
      <span className="grow">
        <b className="setting-row__title">{title}</b>
        {note && <span className="meta setting-row__note">{note}</span>}
      </span>
      {children && <span className="setting-row__control">{children}</span>}
    </div>
  );
}
