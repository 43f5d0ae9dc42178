import { groupStatus, itemStatus, tabOf } from '@app/shared/domain/issue-status.ts';
import { mostKeywords } from '@app/shared/domain/inputs/keyword.ts';
import type { Product, WorldAnswer, WorldItem } from '@app/shared/contract/world.ts';
import { IconX } from '@tabler/icons-react';
import { useState, type MouseEvent } from 'react';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { passFocusOn } from '../../../ui/hooks/pass-focus-on.ts';
import { Pill } from '../../../ui/signs/Pill.tsx';
import { Severity } from '../../../ui/signs/SeveritySign.tsx';
import { KeywordCurve } from '../../charts/flight-recorder/KeywordCurve.tsx';
import { useKeywordCurves } from '../../charts/flight-recorder/use-keyword-curves.ts';
import { levelOf } from '../../../world/level.ts';
import { watchdogsInOrder } from '../../../world/watchdog-order.ts';
import { issueName } from '../issue-name.ts';
import { IssueActions } from '../triage/IssueActions.tsx';
import { IssueStatusCycle } from '../triage/IssueStatusCycle.tsx';
import { MutedUntil } from '../triage/MuteMenu.tsx';
import { AddKeyword } from './AddKeyword.tsx';
import { ownItemsOf } from './product-lines.ts';
import './keywords.css';
import { useQueryClient } from '@tanstack/react-query';
import { createKeyword, deactivateKeyword } from '@app/shared/contract/triage.ts';
import { ApiError } from '../../../lib/http/api-error.ts';
import { call } from '../../../lib/http/call.ts';
import { worldKey } from '../../../world/triage.ts';
import { showToast } from '../../../ui/overlays/toast-store.ts';

interface Props {
  readonly product: Product;
  readonly watchDogs: WorldAnswer['watchDogs'];
  readonly isStale: boolean;
}

/** The search phrases of a product, with position and threshold of each. */
export function Keywords({ product, watchDogs, isStale }: Props) {
  const { create, remove } = useKeywordCalls();
  const curves = useKeywordCurves(product.productId);
  const watchdog = watchdogsInOrder.find(({ hasOwnItems }) => hasOwnItems);
  const group = watchdog && watchDogs[watchdog.type];
  if (!group || group.status === groupStatus.hidden || !group.alertsEnabled) return null;
  const keywords = ownItemsOf(group, product.productId);
  return (
    <section aria-label="Keywords">
      <h3 className="issue-lines__head">
        Keywords {group.status === groupStatus.preview && <Pill dashed>[preview]</Pill>}{' '}
        <span className="meta">
          {keywords.length} of {mostKeywords}
        </span>
      </h3>
      <div className="panel">
        {group.message !== null && <p className="issue-line meta">{group.message}</p>}
        {keywords.map((item) => (
          <KeywordLine
            key={item.watchDogId}
            item={item}
            name={issueName(product, watchdog, item)}
            isStale={isStale}
            isWatched={group.message === null}
            points={curves.get(item.watchDogId) ?? []}
            onRemove={remove}
          />
        ))}
        {keywords.length < mostKeywords && (
          <AddKeyword key={product.productId} onAdd={(wish) => create({ ...wish, productId: product.productId })} />
        )}
      </div>
    </section>
  );
}

interface LineProps {
  readonly item: WorldItem;
  readonly name: string;
  readonly isStale: boolean;
  readonly isWatched: boolean;
  readonly points: Parameters<typeof KeywordCurve>[0]['points'];
  readonly onRemove: (watchDogId: string) => Promise<void>;
}

function KeywordLine({ item, name, isStale, isWatched, points, onRemove }: LineProps) {
  const { keyword, absoluteThreshold } = item.settings;
  const { to, message } = item.statusDetails;
  return (
    <div ref={passFocusOn} className="issue-line issue-line--quiet keyword">
      {isWatched || item.status !== itemStatus.initializing ? (
        <Severity level={levelOf(item, isStale)} />
      ) : (
        <Severity level="stale">Not watched</Severity>
      )}
      <span className="medium ellipsis keyword__phrase" title={keyword ?? undefined}>
        {keyword}
      </span>
      <KeywordCurve points={points} />
      <span className="meta nowrap keyword__told">{to ?? message}</span>
      <span className="meta nowrap keyword__told">{thresholdText(item.status, absoluteThreshold)}</span>
      {tabOf(item) !== 'red' && <QuietTriage item={item} name={name} />}
      <RemoveKeyword name={keyword ?? ''} onRemove={() => onRemove(item.watchDogId)} />
    </div>
  );
}

/** The status and actions of a keyword that is not an open issue; an open issue has them in its own line. */
function QuietTriage({ item, name }: Pick<LineProps, 'item' | 'name'>) {
  const target = { watchDogId: item.watchDogId, item, name };
  return (
    <span ref={passFocusOn} className="row keyword__triage">
      {item.muted && <MutedUntil until={item.mutedUntil} />}
      {!item.muted && tabOf(item) === 'mute' && <IssueStatusCycle target={target} item={item} />}
      <IssueActions target={target} />
    </span>
  );
}

/** Specification, section 5: while a keyword is pending, its default threshold is shown as 1000. */
function thresholdText(status: number, threshold: number | null): string {
  if (threshold === null && status === itemStatus.initializing) return 'Alert past 1000';
  return threshold === null ? 'No alerts' : `Alert past ${threshold}`;
}

/**
 * Shift-click removes at once, as the specification says; without the key a second click confirms, but not the second
 * half of a double click.
 */
function RemoveKeyword({ name, onRemove }: { readonly name: string; readonly onRemove: () => Promise<void> }) {
  const [isAsking, setAsking] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const handleClick = (event: MouseEvent) => {
    if (!event.shiftKey && (!isAsking || event.detail > 1)) {
      setAsking(true);
      return;
    }
    setRemoving(true);
    void onRemove().finally(() => setRemoving(false));
  };
  return (
    <span onBlur={() => setAsking(false)} className="row">
      {isAsking && <span className="meta nowrap">Click again to remove</span>}
      <IconButton
        label={isAsking ? `Confirm removing the keyword ${name}` : `Remove the keyword ${name}`}
        size="sm"
        variant={isAsking ? 'danger' : 'ghost'}
        disabled={isRemoving}
        onClick={handleClick}
      >
        <IconX size={14} aria-hidden="true" />
      </IconButton>
    </span>
  );
}

interface Wish {
  readonly productId: string;
  readonly keyword: string;
  readonly absoluteThreshold: number | null;
}

/** The message about a failed call (specification, section 8). */
const failed = 'error :( - please let us know this happened';

/** The server's reason for a refusal that the user can heed: the phrase is watched already, or there are eight. */
const reasonOf = (error: unknown): string | null =>
  error instanceof ApiError && (error.code === 'keywordTaken' || error.code === 'keywordLimit') ? error.message : null;

/** Adds and removes keywords; the results arrive with the world. */
function useKeywordCalls() {
  const client = useQueryClient();
  const attempt = async (change: () => Promise<unknown>): Promise<boolean> => {
    try {
      await change();
      await client.invalidateQueries({ queryKey: worldKey });
      return true;
    } catch (error) {
      showToast(reasonOf(error) ?? failed, { level: 'alert' });
      return false;
    }
  };
  return {
    create: (wish: Wish) => attempt(() => call(createKeyword, { body: wish })),
    remove: async (watchDogId: string) => {
      await attempt(() => call(deactivateKeyword, { body: { watchDogId } }));
    },
  };
}
