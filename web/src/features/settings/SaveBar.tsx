import { useNavigate } from '@tanstack/react-router';
import { Banner } from '../../ui/layout/Banner.tsx';
import { Button } from '../../ui/fields/Button.tsx';
import { Severity } from '../../ui/signs/SeveritySign.tsx';
import { isValid } from './settings-problems.ts';
import type { FormHandle } from './use-settings-form.ts';
import './settings.css';

/** One for the whole page. Cancel goes to the default path, which asks first where something is not saved. */
export function SaveBar({ form }: { readonly form: FormHandle }) {
  const navigate = useNavigate();
  const isSound = isValid(form.problems);
  return (
    <div className="save-area">
      {form.failure && (
        <Banner level="alert" title="Error" onClose={() => form.setFailure(null)}>
          {form.failure}
        </Banner>
      )}
      <div className="save-bar" data-dirty={form.isDirty || undefined}>
        <span className="grow" aria-live="polite">
          {form.isDirty && !isSound && <Severity level="alert">Please correct what is marked</Severity>}
          {form.isDirty && isSound && <span className="medium">You have some unsaved changes</span>}
          {!form.isDirty && <span className="dim">Everything is saved</span>}
        </span>
        <Button onClick={() => void navigate({ to: '/home' })}>Cancel</Button>
        <Button
          variant="primary"
          disabled={!form.isDirty || !isSound}
          busy={form.isSaving}
          onClick={() => void form.save()}
        >
          Save
        </Button>
      </div>
    </div>
  );
}
