import { useQuery } from '@tanstack/react-query';
import { Section } from '../parts/Section.tsx';
import { GoogleSheetsRow } from './GoogleSheetsRow.tsx';
import { googleSheetsQuery } from './google-sheets-query.ts';

interface Props {
  readonly onFailure: (text: string) => void;
}

/** Short, while a person waits for the first rows. */
const pendingMs = 2_000;

/** The services that the account exchanges data with; hidden when this server has none. */
export function ConnectionsPanel({ onFailure }: Props) {
  const { data } = useQuery({
    ...googleSheetsQuery,
    refetchInterval: ({ state }) => (state.data?.connection?.state === 'pending' ? pendingMs : false),
  });
  if (!data || (!data.available && !data.enabled)) return null;
  return (
    <Section id="connections" title="Connections" note="Services that your data goes to">
      <div className="settings-section__body">
        <GoogleSheetsRow sheets={data} onFailure={onFailure} />
      </div>
    </Section>
  );
}
