import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deliveryLog, type Delivery } from '@app/shared/contract/delivery-log.ts';
import { call } from '../../../lib/http/call.ts';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { RelativeTime } from '../../../ui/signs/RelativeTime.tsx';
import { Severity, SeveritySign } from '../../../ui/signs/SeveritySign.tsx';
import { LogList } from '../parts/LogList.tsx';
import { LogPages } from '../parts/LogPages.tsx';
import { logPages } from '../parts/log-pages.ts';
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
        <LogPages
          log={logOf(filter)}
          rowsOf={({ deliveries }) =>
            deliveries.map((delivery) => <DeliveryRow key={delivery.id} delivery={delivery} />)
          }
          emptyText={emptyText(filter)}
        />
      </LogList>
    </Section>
  );
}

const logOf = (filter: LogFilter) =>
  logPages({
    queryKey: [deliveryLog.path, filter],
    fetchPage: (before, signal) => call(deliveryLog, { query: { ...filter, ...(before && { before }) } }, { signal }),
    nextOf: ({ next }) => next,
  });

const emptyText = (filter: LogFilter): string =>
  Object.keys(filter).length > 0
    ? 'Nothing like this was sent.'
    : 'Nothing has been sent yet. Alerts, digests and tests appear here.';

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
