import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { costPreview } from '@app/shared/contract/billing.ts';
import { query } from '../../../lib/http/call.ts';
import { useFailed } from '../../../lib/http/kept-failure.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useSettled } from '../../../ui/hooks/use-settled.ts';
import { Panel } from '../../../ui/layout/Panel.tsx';
import { Severity } from '../../../ui/signs/SeveritySign.tsx';
import { parseAdded, previewText } from './preview-text.ts';
import './plan.css';

/** The pause in typing after which the preview is fetched. */
const pauseMs = 300;

/** Previews the daily price of more or fewer ASINs. */
export function PreviewPanel() {
  const [typed, setTyped] = useState('10');
  const addedAsins = parseAdded(typed);
  const settled = useSettled(addedAsins, pauseMs);
  const preview = useQuery({
    ...query(costPreview, { query: { addedAsins: settled ?? 0 } }),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
  });
  const failed = useFailed(preview);
  const shown = addedAsins === null || failed ? undefined : preview.data;
  const text = shown && previewText(shown);
  return (
    <Panel title="What more ASINs cost">
      <div className="plan-panel">
        <TextField
          label="More ASINs, or fewer with a minus"
          size="md"
          inputMode="numeric"
          maxLength={8}
          value={typed}
          error={addedAsins === null ? 'Please enter a whole number, up to 100,000' : null}
          onChange={({ target }) => setTyped(target.value)}
        />
        <div className="plan-panel__preview" aria-live="polite">
          {text && <p className="medium figures">{text.change}</p>}
          {text && <p className="meta">{text.total}</p>}
          {failed && addedAsins !== null && (
            <p className="meta">
              <span key={failed.failures}>The cost did not load.</span>{' '}
              <Button size="sm" busy={failed.isRetrying} onClick={failed.onRetry}>
                Try again
              </Button>
            </p>
          )}
          {shown?.isOverCap && (
            <Severity level="warning" size={14}>
              More than your budget allows to track
            </Severity>
          )}
        </div>
      </div>
    </Panel>
  );
}
