import { IconRefresh } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deliveryLog, type Delivery } from '@app/shared/contract/delivery-log.ts';
import { query } from '../../../lib/http/call.ts';
import { useFailed } from '../../../lib/http/kept-failure.ts';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { RelativeTime } from '../../../ui/signs/RelativeTime.tsx';
import { Severity, SeveritySign } from '../../../ui/signs/SeveritySign.tsx';
import { LogList } from '../parts/LogList.tsx';
import { OlderButton, PageFailed, PageLoading } from '../parts/LogPage.tsx';
import { Section } from '../parts/Section.tsx';
import type { PanelProps } from '../form/use-settings-form.ts';
import { DeliveryFilter, type LogFilter } from './DeliveryFilter.tsx';
import { levelOfDelivery, outcomeWords, recipientOf, troubleOf, whatOf } from './delivery-words.ts';

/** The log of messages and their outcomes. The owner sees all of it, other users their own. */
export function DeliveryLog({ settings }: PanelProps) {
  const [filter, setFilter] = useState<LogFilter>({});
  const client = useQueryClient();
  return (
    <Section
      id="deliveries"
      title="Delivery log"
      note={settings.isOwner ? 'What was sent, to whom, and what became of it' : 'What was sent to you'}
      actions={
        <IconButton label="Look again" onClick={() => void client.invalidateQueries({ queryKey: [deliveryLog.path] })}>
          <IconRefresh size={18} aria-hidden="true" />
        </IconButton>
      }
    >
      <DeliveryFilter settings={settings} filter={filter} onChange={setFilter} />
      <LogList label="Deliveries">
        <LogPage key={JSON.stringify(filter)} filter={filter} />
      </LogList>
    </Section>
  );
}

interface PageProps {
  readonly filter: LogFilter;
  readonly before?: string;
}

function LogPage({ filter, before }: PageProps) {
  const [hasAsked, setHasAsked] = useState(false);
  const asked = { ...filter, ...(before && { before }) };
  const page = useQuery(query(deliveryLog, { query: asked }));
  const { data, isFetching } = page;
  const failed = useFailed(page);
  if (!data) return failed ? <PageFailed {...failed} /> : <PageLoading />;
  if (data.deliveries.length === 0 && !before) return <Empty isFiltered={Object.keys(filter).length > 0} />;
  return (
    <>
      {data.deliveries.map((delivery) => (
        <DeliveryRow key={delivery.id} delivery={delivery} />
      ))}
      {data.next && !hasAsked && <OlderButton busy={isFetching} onClick={() => setHasAsked(true)} />}
      {data.next && hasAsked && <LogPage filter={filter} before={data.next} />}
    </>
  );
}

const Empty = ({ isFiltered }: { readonly isFiltered: boolean }) => (
  <li className="log__empty">
    {isFiltered ? 'Nothing like this was sent.' : 'Nothing has been sent yet. Alerts, digests and tests appear here.'}
  </li>
);

function DeliveryRow({ delivery }: { readonly delivery: Delivery }) {
  const { word, level } = outcomeWords[delivery.outcome];
  const sign = levelOfDelivery(delivery);
  const trouble = troubleOf(delivery);
  return (
    <li className="log__row">
      <span className="grow">
        <span className="log__what">
          {sign && (
            <span className="log__sign">
              <SeveritySign level={sign} size={14} />
            </span>
          )}
          {whatOf(delivery)}
        </span>
        <span className="meta log__change">
          {recipientOf(delivery)}, <RelativeTime at={delivery.sentAt ?? delivery.at} />
        </span>
        {trouble && <span className="meta log__change log__trouble">{trouble}</span>}
      </span>
      <Severity level={level} size={14}>
        {word}
      </Severity>
    </li>
  );
}
