import { useDeferredValue, useMemo, useState } from 'react';
import { showHelp } from '../../lib/help.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { EmptyState } from '../../ui/layout/EmptyState.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { findEntries, type FaqSection } from './faq/faq.ts';
import { FaqItem } from './FaqItem.tsx';

/** With at most this many results all of them are opened. */
const readAtOnce = 2;

/** @param entry the entry that is open at first, by its id or the type of a watchdog. */
export function FaqTab({ entry }: { readonly entry: string | undefined }) {
  const [typed, setSearch] = useState('');
  const search = useDeferredValue(typed);
  const sections = useMemo(() => findEntries(search), [search]);
  const found = sections.reduce((sum, { entries }) => sum + entries.length, 0);
  const isSearch = search.trim() !== '';
  return (
    <>
      <div className="help__search">
        <SearchField
          label="Search the questions"
          value={typed}
          onChange={(event) => setSearch(event.currentTarget.value)}
          data-autofocus={entry === undefined ? true : undefined}
        />
        <output className="visually-hidden">
          {isSearch && (found === 1 ? '1 question found' : `${found} questions found`)}
        </output>
      </div>
      <div className="help__scroll">
        {sections.map((section) => (
          <Section
            key={section.group}
            section={section}
            open={isSearch ? undefined : entry}
            allOpen={isSearch && found <= readAtOnce}
          />
        ))}
        {found === 0 && <NothingFound search={search} />}
        <p className="help__foot meta">
          Not answered?{' '}
          <button type="button" className="text-button" onClick={() => showHelp({ tab: 'contact' })}>
            Write to us
          </button>
        </p>
      </div>
    </>
  );
}

interface SectionProps {
  readonly section: FaqSection;
  readonly open: string | undefined;
  readonly allOpen: boolean;
}

const Section = ({ section: { group, entries }, open, allOpen }: SectionProps) => (
  <section className="faq-group">
    <h3>{group}</h3>
    {entries.map((entry) => (
      <FaqItem
        key={`${entry.id}${allOpen}`}
        entry={entry}
        isOpen={allOpen || entry.id === open}
        isWanted={entry.id === open}
      />
    ))}
  </section>
);

const NothingFound = ({ search }: { readonly search: string }) => (
  <EmptyState
    title={`No question has “${search.trim()}”`}
    action={<Button onClick={() => showHelp({ tab: 'contact' })}>Ask us</Button>}
  >
    Try another word, or ask us: we answer by e-mail.
  </EmptyState>
);
