import { memo, useId, useState, type KeyboardEvent } from 'react';
import type { Product } from '@app/shared/contract/world.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { Issue } from '@app/shared/world/issues/open-issues.ts';
import type { HomeModel } from '../../../world/home-model.ts';
import { levelOf, nameOf } from '../../../world/level.ts';
import { momentText } from '../../../world/moment-text.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { isActKey } from '../../../ui/hooks/single-key.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { SeveritySign, severityWord } from '../../../ui/signs/SeveritySign.tsx';
import { CompactRow } from '../row/CompactRow.tsx';
import { selection } from '../row/selection.ts';
import { IncidentActions } from './IncidentActions.tsx';
import type { ShownIncident } from './incidents-in.ts';
import { useActOnAll } from './use-act-on-all.ts';
import { formatCount } from '@app/shared/base/format-count.ts';

interface Props {
  readonly incident: ShownIncident;
  readonly model: Pick<HomeModel, 'byId' | 'stalenessOf'>;
  readonly onOpen: (productId: string) => void;
}

/** The number of rows at first, and the number that each press of the button adds. */
const rowsAtFirst = 4;
const rowsWithEach = 20;

/**
 * The card of a problem with its consequences, the cause first. The keys and buttons of the card's head act on all
 * members.
 */
export const IncidentCard = memo(function IncidentCard({ incident, model, onOpen }: Props) {
  const id = useId();
  const [most, setMost] = useState(rowsAtFirst);
  const { members, sentence, worst, isOfOneProduct } = incident;
  const { headKeys, ...muteMenu } = useHeadKeys(incident, model.byId);
  const level = levelOf(worst.item);
  const rest = members.length - most;
  return (
    <section className="panel incident" aria-labelledby={id}>
      <header className="incident__head" {...headKeys}>
        <SeveritySign level={level} />
        <span className="visually-hidden">{severityWord(level)}</span>
        <div className="incident__text">
          <h2 id={id}>{sentence}</h2>
          <Facts members={members} product={isOfOneProduct ? model.byId.get(worst.item.productId) : undefined} />
        </div>
        <IncidentActions incident={incident} byId={model.byId} {...muteMenu} />
      </header>
      <div className="incident__rows">
        {members.slice(0, most).map((issue) => (
          <MemberRow
            key={issue.item.watchDogId}
            issue={issue}
            model={model}
            naming={isOfOneProduct ? 'kind' : 'both'}
            onOpen={onOpen}
          />
        ))}
      </div>
      {rest > 0 && (
        <footer className="panel__foot">
          <Button size="sm" variant="ghost" onClick={() => setMost(most + rowsWithEach)}>
            and {formatCount(rest)} more
          </Button>
        </footer>
      )}
    </section>
  );
});

/** The product, the number of issues, and the time of the first issue. */
function Facts({ members, product }: { readonly members: readonly Issue[]; readonly product: Product | undefined }) {
  const now = useNow();
  const began = members.reduce((first, { item }) => (item.date && item.date < first ? item.date : first), '~');
  return (
    <p className="meta ellipsis">
      {[
        product && `${nameOf(product)}, ${product.marketplace}`,
        `${formatCount(members.length)} issues`,
        began !== '~' && `since ${momentText(Date.parse(began), now)}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  );
}

interface RowProps extends Pick<Props, 'model' | 'onOpen'> {
  readonly issue: Issue;
  readonly naming: 'kind' | 'both';
}

function MemberRow({ issue: { type, item }, model, naming, onOpen }: RowProps) {
  const watchdog = watchdogOf(type);
  const product = model.byId.get(item.productId);
  if (!watchdog || !product) return null;
  return (
    <CompactRow
      row={{ product, item }}
      watchdog={watchdog}
      staleness={model.stalenessOf(product)}
      naming={naming}
      drawn="near"
      onOpen={onOpen}
    />
  );
}

/** The keys of the head: s, d and m act on all members while no issue is selected. */
function useHeadKeys(incident: ShownIncident, byId: HomeModel['byId']) {
  const all = useActOnAll(incident, byId);
  const [isMuteOpen, setMuteOpen] = useState(false);
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!isActKey(event.nativeEvent) || !selection.isEmpty()) return;
    const actions: Readonly<Record<string, () => void>> = {
      s: () => all.markSeen(),
      d: () => all.setAll(3),
      m: () => setMuteOpen(true),
    };
    const act = actions[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return {
    isMuteOpen,
    onMuteOpenChange: setMuteOpen,
    headKeys: { 'data-issue': true, tabIndex: -1, onKeyDown: handleKeyDown },
  };
}
