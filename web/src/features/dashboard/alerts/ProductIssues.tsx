import { itemStatus } from '@app/shared/domain/issue-status.ts';
import { salesDropChart } from '@app/shared/contract/sales-drop-chart.ts';
import { itemIdOf } from '@app/shared/watchdogs/item-id.ts';
import type { Product, WorldAnswer } from '@app/shared/contract/sentinel.ts';
import { momentText } from '../../../lib/world-since.ts';
import { FromTo } from '../../../ui/FromTo.tsx';
import { Severity } from '../../../ui/SeveritySign.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { levelOf, nameOf, severityOf } from '../level.ts';
import { httpRequest } from '../../../lib/http-request.ts';
import { IssueActions } from './IssueActions.tsx';
import { IssueStatusLabel } from './IssueStatusSign.tsx';
import { MutedUntil } from './MuteMenu.tsx';
import { Keywords } from './Keywords.tsx';
import { linesOf, type Line, type OpenLine } from './product-lines.ts';
import { issueStatusOf } from './status-words.ts';
import './product-issues.css';

interface Props {
  readonly product: Product;
  readonly watchDogs: WorldAnswer['watchDogs'];
  /** When its marketplace last answered, if it does not any more. */
  readonly staleAt: string | undefined;
}

/** Everything the watchdogs say of one product: open issues first, then its keywords, then the quiet ones. */
export function ProductIssues({ product, watchDogs, staleAt }: Props) {
  const { open, quiet } = linesOf(product, watchDogs);
  return (
    <>
      <section aria-label="Open issues">
        <h3 className="issue-lines__head">{open.length === 0 ? 'No open issues' : 'Open issues'}</h3>
        {open.length > 0 && (
          <div className="panel">
            {open.map((line) => (
              <OpenIssue key={line.item.watchDogId} product={product} {...line} />
            ))}
          </div>
        )}
      </section>
      <Keywords product={product} watchDogs={watchDogs} />
      <section aria-label="Watchdogs">
        <h3 className="issue-lines__head">Watchdogs</h3>
        <div className="panel">
          {quiet.map((line) => (
            <QuietLine key={line.watchdog.type} product={product} isStale={staleAt !== undefined} {...line} />
          ))}
        </div>
      </section>
    </>
  );
}

interface LineProps extends Line {
  readonly product: Product;
}

function OpenIssue({ product, watchdog, item }: OpenLine & Pick<LineProps, 'product'>) {
  const now = useNow();
  const { from, to, message, evidence } = item.statusDetails;
  return (
    <article className="issue-line">
      <div className="issue-line__text">
        <p className="issue-line__head">
          <Severity level={levelOf(item)} />
          <b>{watchdog.title}</b>
          {item.date && <span className="meta">since {momentText(Date.parse(item.date), now)}</span>}
        </p>
        {to && (
          <p className="issue-line__change">
            <FromTo from={from} to={to} level={severityOf(item.status)} />
          </p>
        )}
        {message && <p className="dim">{message}</p>}
        {evidence.length > 0 && (
          <dl className="issue-line__evidence">
            {evidence.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {watchdog.spreadsheet?.prefix === 'salesdrop' && <SalesPicture watchDogId={item.watchDogId} />}
      </div>
      <div className="issue-line__end">
        <IssueStatusLabel status={issueStatusOf(item.issueStatus)} />
        <IssueActions target={{ watchDogId: item.watchDogId, item, name: `${nameOf(product)}, ${watchdog.title}` }} />
      </div>
    </article>
  );
}

/** What was sold and what was expected, drawn by the server. */
function SalesPicture({ watchDogId }: { readonly watchDogId: string }) {
  const { url } = httpRequest(salesDropChart, { params: { watchDogId } });
  return <img className="issue-line__picture" src={url} width={640} height={240} alt="Units sold by day" />;
}

function QuietLine({ product, watchdog, group, item, isStale }: LineProps & { readonly isStale: boolean }) {
  const watchDogId = item?.watchDogId ?? itemIdOf(watchdog.type, product.productId);
  const isDone =
    item !== null && !item.muted && item.status !== itemStatus.ok && item.status !== itemStatus.initializing;
  return (
    <div className="issue-line issue-line--quiet">
      <span className="issue-line__text row">
        <Severity level={levelOf(item, isStale)} />
        <span className="medium">{watchdog.title}</span>
        <span className="meta ellipsis">{group.message ?? item?.statusDetails.message}</span>
        {isDone && <IssueStatusLabel status={issueStatusOf(item.issueStatus)} />}
        {item?.muted && <MutedUntil until={item.mutedUntil} />}
      </span>
      <IssueActions target={{ watchDogId, item, name: `${nameOf(product)}, ${watchdog.title}` }} />
    </div>
  );
}
