import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { use, useMemo } from 'react';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import { identityQuery } from '../../lib/session/identity.ts';
import { momentText } from '../../world/moment-text.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { Chip } from '../../ui/fields/Chip.tsx';
import { FromTo } from '../../ui/signs/FromTo.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { ProductPicture } from '../../ui/signs/ProductPicture.tsx';
import { Severity } from '../../ui/signs/SeveritySign.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { restText, type DoNow as DoNowRows } from '@app/shared/world/issues/do-now.ts';
import type { ToDo } from '@app/shared/world/issues/weighing.ts';
import type { HomeModel } from '../../world/home-model.ts';
import { IssueAction } from '../issues/IssueAction.tsx';
import { newsText } from './last-visit.ts';
import { nameOf, severityOf } from '../../world/level.ts';
import { RiskText } from '../issues/RiskText.tsx';
import { PreviousVisit } from './Visit.tsx';
import './do-now.css';

interface Props {
  readonly toDo: DoNowRows;
  readonly model: HomeModel;
  /** Whether the server has still to answer, so that nothing new is known yet. */
  readonly isAwaited: boolean;
  readonly onOpen: (productId: string) => void;
  readonly onAllIssues: () => void;
}

/** Lists at most three products, ranked by money and time left; one line summarises the others. */
export function DoNow({ toDo, model, isAwaited, onOpen, onAllIssues }: Props) {
  const { top } = toDo;
  if (top.length === 0) return null;
  const isRanked = top.some(({ risk }) => risk !== null);
  const footer = (
    <>
      <span>{restText(toDo)}</span>
      <Button size="sm" variant="ghost" onClick={onAllIssues}>
        All issues
        <IconArrowRight size={14} aria-hidden="true" />
      </Button>
      <NextBrief />
    </>
  );
  return (
    <Panel
      title="Do now"
      note={isRanked ? 'ranked by estimated money and time left' : 'alerts first, the newest on top'}
      aside={<SinceLastVisit model={model} isAwaited={isAwaited} />}
      footer={footer}
    >
      <ol className="todos">
        {top.map((row, index) => (
          <TodoRow key={row.product.productId} toDo={row} rank={index + 1} onOpen={onOpen} />
        ))}
      </ol>
    </Panel>
  );
}

/** The time of the next digest, which contains the same list. */
function NextBrief() {
  const { data: identity } = useQuery(identityQuery);
  const now = useNow();
  const at = identity?.nextDigestAt ? Date.parse(identity.nextDigestAt) : 0;
  return at > now && <span className="todos__brief">Next brief by e-mail {momentText(at, now)}</span>;
}

function SinceLastVisit({ model: { issues, world }, isAwaited }: Pick<Props, 'model' | 'isAwaited'>) {
  const since = use(PreviousVisit);
  const now = useNow();
  const news = useMemo(
    () => (since === null ? '' : newsText({ issues, notifications: world.notifications, since })),
    [issues, world.notifications, since],
  );
  if (since === null || (isAwaited && news === '')) return null;
  const visit = `since your last visit, ${momentText(since, now)}`;
  return <span className="meta news">{news === '' ? `Nothing new ${visit}` : `New ${visit}: ${news}`}</span>;
}

interface RowProps extends Pick<Props, 'onOpen'> {
  readonly toDo: ToDo;
  readonly rank: number;
}

function TodoRow({ toDo: { issue, product, risk, others }, rank, onOpen }: RowProps) {
  const now = useNow();
  const { type, item } = issue;
  const level = severityOf(item.status);
  const watchdog = watchdogOf(type);
  const { from, to } = item.statusDetails;
  return (
    <li className="todo">
      <span className="todo__rank">{rank}</span>
      <ProductPicture src={product.imageUrl} size={48} />
      <div className="todo__text">
        <p className="todo__title">
          <Severity level={level} />
          <span className="ellipsis todo__headline">{watchdog?.headline ?? type}</span>
          {others > 0 && <span className="meta todo__others">+{others} with it</span>}
        </p>
        <p className="todo__what">
          <span className="todo__product">
            <button type="button" className="todo__name ellipsis" onClick={() => onOpen(product.productId)}>
              {nameOf(product)}
            </button>
            <Chip>{product.marketplace}</Chip>
            {item.settings.keyword && <span className="ellipsis">“{item.settings.keyword}”</span>}
          </span>
          {to && <FromTo from={from} to={to} level={level} />}
        </p>
      </div>
      <p className="todo__end">
        {risk && <RiskText money={risk.money} marketplace={product.marketplace} />}
        {item.date && <span className="meta todo__since">since {momentText(Date.parse(item.date), now)}</span>}
      </p>
      {watchdog && (
        <span className="todo__action">
          <IssueAction
            watchdog={watchdog}
            product={product}
            item={item}
            variant={rank === 1 ? 'primary' : 'bordered'}
          />
        </span>
      )}
    </li>
  );
}
