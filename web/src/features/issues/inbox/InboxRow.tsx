import { IconBell, IconBellOff, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { canChangeIssueStatus, isProblem, issueStatus } from '@app/shared/domain/issue-status.ts';
import type { Product, WorldItem } from '@app/shared/contract/world.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import type { Issue } from '@app/shared/world/issues/open-issues.ts';
import { momentText } from '../../../world/moment-text.ts';
import { Chip } from '../../../ui/fields/Chip.tsx';
import { FromTo } from '../../../ui/signs/FromTo.tsx';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { ProductPicture } from '../../../ui/signs/ProductPicture.tsx';
import { Severity } from '../../../ui/signs/SeveritySign.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import type { HomeModel } from '../../../world/home-model.ts';
import { levelOf, nameOf, severityOf } from '../../../world/level.ts';
import { IssueRiskText } from '../IssueRiskText.tsx';
import { IssueStatusLabel } from '../triage/IssueStatusSign.tsx';
import { issueChange } from '../issue-change.ts';
import { issueName } from '../issue-name.ts';
import { ToAndFro } from '../row/ToAndFro.tsx';
import { MutedUntil, MuteMenu } from '../triage/MuteMenu.tsx';
import { issueStatusOf } from '../triage/status-words.ts';
import { useTriage, type TriageTarget } from '../triage/Triage.tsx';
import { SplitOff } from '../row/SplitOff.tsx';
import { useSwipe } from './use-swipe.ts';

interface Props {
  readonly issue: Issue | undefined;
  readonly model: HomeModel;
  /** Whether the row is a member of an incident. */
  readonly isMember?: boolean;
  readonly onOpen: (productId: string) => void;
}

export function InboxRow({ issue, model, isMember = false, onOpen }: Props) {
  const product = issue && model.byId.get(issue.item.productId);
  const watchdog = issue && watchdogOf(issue.type);
  if (!product || !watchdog) return null;
  return <Row item={issue.item} watchdog={watchdog} product={product} isMember={isMember} onOpen={onOpen} />;
}

interface RowProps extends Pick<Props, 'onOpen'> {
  readonly item: WorldItem;
  readonly watchdog: Watchdog;
  readonly product: Product;
  readonly isMember: boolean;
}

/** A swipe to the right marks the issue as done, one to the left mutes or unmutes it; the buttons do the same. */
function Row({ item, watchdog, product, isMember, onOpen }: RowProps) {
  const triage = useTriage();
  const [isMuteOpen, setMuteOpen] = useState(false);
  const name = issueName(product, watchdog, item);
  const target: TriageTarget = { watchDogId: item.watchDogId, item, name };
  const canChange = canChangeIssueStatus(item);
  const isDone = item.issueStatus === issueStatus.done;
  const next = isDone ? issueStatus.new : issueStatus.done;
  const swipe = useSwipe({
    onRight: canChange ? () => triage.setStatus(target, next) : null,
    onLeft: () => (item.muted ? triage.mute(target, -1) : setMuteOpen(true)),
  });
  return (
    <article className="inbox__row" aria-label={name}>
      <p className="inbox__under" aria-hidden="true">
        <span className="inbox__done">
          {canChange && (
            <>
              <IconCheck size={20} /> {isDone ? 'Reopen' : 'Done'}
            </>
          )}
        </span>
        <span className="inbox__mute">
          {item.muted ? 'Unmute' : 'Mute'} {item.muted ? <IconBell size={20} /> : <IconBellOff size={20} />}
        </span>
      </p>
      <div className="inbox__face" {...swipe}>
        <button type="button" className="inbox__open" onClick={() => onOpen(item.productId)}>
          <ProductPicture src={product.imageUrl} size={48} />
          <RowText item={item} watchdog={watchdog} product={product} />
        </button>
        <div className="inbox__actions">
          {canChange && (
            <IconButton
              label={`${isDone ? 'Reopen' : 'Mark done'}: ${name}`}
              onClick={() => triage.setStatus(target, next)}
            >
              <IconCheck size={20} aria-hidden="true" />
            </IconButton>
          )}
          <MuteMenu target={target} isMuteOpen={isMuteOpen} onMuteOpenChange={setMuteOpen} />
          {isMember && <SplitOff target={target} />}
        </div>
      </div>
    </article>
  );
}

function RowText({ item, watchdog, product }: Pick<RowProps, 'item' | 'watchdog' | 'product'>) {
  const now = useNow();
  const level = severityOf(item.status);
  const { changes } = issueChange(item.statusDetails);
  const [change] = changes;
  const { message } = item.statusDetails;
  // The tab of muted items also has those without a problem, which the headline would name.
  const hasProblem = isProblem(item);
  return (
    <span className="inbox__text">
      <span className="inbox__line">
        <Severity level={levelOf(item)} />
        {!item.muted && <IssueStatusLabel status={issueStatusOf(item.issueStatus)} of={item} />}
        {item.muted && <MutedUntil until={item.mutedUntil} />}
        {item.calmUntil && <ToAndFro until={item.calmUntil} />}
      </span>
      <span className="inbox__title">{hasProblem ? watchdog.headline : watchdog.title}</span>
      <span className="inbox__line">
        <span className="ellipsis dim">{nameOf(product)}</span>
        <Chip>{product.marketplace}</Chip>
        {item.settings.keyword && <span className="ellipsis">“{item.settings.keyword}”</span>}
      </span>
      <span className="inbox__line">
        {change && changes.length === 1 && !change.areTexts ? (
          <FromTo from={change.from} to={change.to} level={level} />
        ) : (
          <span className="ellipsis">{message}</span>
        )}
      </span>
      <span className="inbox__line meta">
        <IssueRiskText watchdog={watchdog} item={item} product={product} />
        {item.date && hasProblem && <span className="nowrap">since {momentText(Date.parse(item.date), now)}</span>}
      </span>
    </span>
  );
}
