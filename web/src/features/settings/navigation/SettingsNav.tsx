import { Link } from '@tanstack/react-router';
import { SeveritySign } from '../../../ui/signs/SeveritySign.tsx';
import { focusSection } from './focus-section.ts';
import type { SectionId } from './sections.ts';
import { useShownSection } from './use-shown-section.ts';
import '../parts/settings.css';

interface Props {
  readonly sections: readonly { readonly id: SectionId; readonly label: string }[];
  /** The warnings of sections that need attention. */
  readonly warnings: Partial<Readonly<Record<SectionId, string | null>>>;
}

export function SettingsNav({ sections, warnings }: Props) {
  const shown = useShownSection(sections);
  return (
    <nav className="settings-nav" aria-label="Settings">
      <ul>
        {sections.map(({ id, label }) => (
          <li key={id}>
            <Link
              to="/settings"
              hash={id}
              replace
              activeOptions={{ includeHash: true }}
              data-shown={id === shown || undefined}
              onClick={(event) => !event.ctrlKey && !event.metaKey && focusSection(id)}
            >
              <span className="grow">{label}</span>
              {warnings[id] && (
                <>
                  <SeveritySign level="warning" size={14} />
                  <span className="visually-hidden">, {warnings[id]}</span>
                </>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
