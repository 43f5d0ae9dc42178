import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useState } from 'react';
import {
  auditTrail,
  emailAddresses,
  getSettings,
  type IdentitySettings,
  putSettings,
} from '@app/shared/contract/accounts.ts';
import { deliveryLog } from '@app/shared/contract/delivery-log.ts';
import { getTwoFactor } from '@app/shared/contract/two-factor.ts';
import { call, query } from '../../../lib/http/call.ts';
import { identityQuery } from '../../../lib/session/identity.ts';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { errorAndMessage } from './error-and-message.ts';
import { initialForm, isDirty, type Draft, type SettingsForm } from './form-model.ts';
import { saveForm } from './save-form.ts';
import { reduceForm, type FormAction } from './settings-form.ts';
import { isValid, problemsOf, type Problems } from './settings-problems.ts';

export const settingsQuery = query(getSettings);

/** Queries of other panels whose results change with the settings. */
const followers = [auditTrail, deliveryLog, emailAddresses, getTwoFactor];

/** The form of the page, as its panels receive it. */
export interface FormHandle extends SettingsForm {
  readonly dispatch: (action: FormAction) => void;
  readonly problems: Problems;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** The text of the banner titled Error. */
  readonly failure: string | null;
  readonly setFailure: (text: string | null) => void;
  /**
   * Applies these actions and saves everything; returns whether it worked. A failure is shown by the banner, and
   * nothing is lost.
   */
  readonly save: (actions?: readonly FormAction[]) => Promise<boolean>;
  /** Fetches the settings again after another call has changed them; unsaved changes stay. */
  readonly reload: () => Promise<void>;
}

/** The properties of the panels. */
export interface PanelProps {
  readonly settings: IdentitySettings;
  readonly form: FormHandle;
}

export function useSettingsForm(settings: IdentitySettings): FormHandle {
  const client = useQueryClient();
  const [form, dispatch] = useReducer(reduceForm, settings, initialForm);
  useEffect(() => dispatch({ type: 'loaded', settings }), [settings]);
  const reload = useCallback(async () => {
    const changed = [settingsQuery.queryKey, identityQuery.queryKey, ...followers.map(({ path }) => [path])];
    await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })));
  }, [client]);
  const onSaved = async (draft: Draft) => {
    dispatch({ type: 'saved', draft });
    showToast('Changes have been successfully changed');
    await reload();
  };
  const load = async () => {
    const loaded = await client.fetchQuery({ ...settingsQuery, staleTime: 0 });
    dispatch({ type: 'loaded', settings: loaded });
    return loaded;
  };
  const { isSaving, failure, setFailure, send } = useSending({ load, onSaved });
  const save = async (actions: readonly FormAction[] = []) => {
    const next = actions.reduce(reduceForm, form);
    for (const action of actions) dispatch(action);
    return send(next);
  };
  const problems = problemsOf(form);
  return { ...form, dispatch, problems, isDirty: isDirty(form), isSaving, failure, setFailure, save, reload };
}

interface Steps {
  readonly load: () => Promise<IdentitySettings>;
  readonly onSaved: (draft: Draft) => Promise<void>;
}

function useSending({ load, onSaved }: Steps) {
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const send = async (form: SettingsForm): Promise<boolean> => {
    if (!isValid(problemsOf(form))) {
      setFailure('Please correct what is marked first');
      return false;
    }
    setSaving(true);
    setFailure(null);
    try {
      await onSaved(await saveForm(form, { load, put: (body) => call(putSettings, { body }) }));
      return true;
    } catch (error) {
      setFailure(errorAndMessage(error));
      return false;
    } finally {
      setSaving(false);
    }
  };
  return { isSaving, failure, setFailure, send };
}
