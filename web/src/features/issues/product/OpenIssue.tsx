import { type Product, salesDropChart } from '@app/shared/contract/world.ts';
import { groupStatus } from '@app/shared/domain/issue-status.ts';
import { httpRequest } from '../../../lib/http/http-request.ts';
import { durationText, momentText } from '../../../world/moment-text.ts';
import { Pill } from '../../../ui/signs/Pill.tsx';
import { Severity } from '../../../ui/signs/SeveritySign.tsx';
import { passFocusOn } from '../../../ui/hooks/pass-focus-on.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { IssueAction } from '../IssueAction.tsx';
import { levelOf, severityOf } from '../../../world/level.ts';
import { IssueActions } from '../triage/IssueActions.tsx';
import { WhitelistSeller } from '../configure/WhitelistSeller.tsx';
import { IssueChanges, PicturePair } from '../IssueChange.tsx';
import { IssueRiskText } from '../IssueRiskText.tsx';
import { IssueStatusCycle } from '../triage/IssueStatusCycle.tsx';
import { issueChange } from '../issue-change.ts';
import { issueName } from '../issue-name.ts';
import type { OpenLine } from './product-lines.ts';

type Props = OpenLine & { readonly product: Product };

/** One open issue of a product with all its details and actions. */
export function OpenIssue({ product, watchdog, group, item, cause }: Props) {
  const now = useNow();
  const { changes, pictureBefore, evidence } = issueChange(item.statusDetails);
  const { message } = item.statusDetails;
  const target = { watchDogId: item.watchDogId, item, name: issueName(product, watchdog, item) };
  const at = item.date === null ? null : Date.parse(item.date);
  return (
    <article ref={passFocusOn} className="issue-line">
      <div className="issue-line__text">
        <p className="issue-line__head">
          <Severity level={levelOf(item)} />
          <b>{watchdog.title}</b>
          {group.status === groupStatus.preview && <Pill dashed>[preview]</Pill>}
          {at !== null && (
            <span className="meta">
              since {momentText(at, now)}
              {now - at >= 60_000 && `, for ${durationText(now - at)}`}
            </span>
          )}
        </p>
        <IssueChanges changes={changes} level={severityOf(item.status)} most={6} />
        {message && <p className="dim">{message}</p>}
        {cause !== null && <p className="dim">Because {cause}</p>}
        <WhitelistSeller watchdog={watchdog} item={item} product={product} />
        {pictureBefore !== null && <PicturePair before={pictureBefore} />}
        <Evidence evidence={evidence} />
        {watchdog.spreadsheet?.prefix === 'salesdrop' && <SalesPicture watchDogId={item.watchDogId} />}
        <Steps steps={watchdog.nextSteps} />
      </div>
      <div className="issue-line__end">
        <div className="issue__worth">
          <IssueRiskText watchdog={watchdog} item={item} product={product} isExplained />
          <IssueStatusCycle target={target} item={item} />
        </div>
        <div className="issue__buttons">
          <IssueAction watchdog={watchdog} product={product} item={item} size="sm" />
          <IssueActions target={target} />
        </div>
      </div>
    </article>
  );
}

function Evidence({ evidence }: Pick<ReturnType<typeof issueChange>, 'evidence'>) {
  if (evidence.length === 0) return null;
  return (
    <dl className="issue-line__evidence">
      {evidence.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Steps({ steps }: { readonly steps: readonly string[] }) {
  return (
    <ol className="issue-line__steps" aria-label="What to do">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}

/** The chart of sold and expected units, drawn by the server. */
function SalesPicture({ watchDogId }: { readonly watchDogId: string }) {
  const { url } = httpRequest(salesDropChart, { params: { watchDogId } });
  return <img className="issue-line__picture" src={url} width={640} height={240} alt="Units sold by day" />;
}
