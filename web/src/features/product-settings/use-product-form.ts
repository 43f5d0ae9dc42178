import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useCallback, useEffect, useReducer, useState, type Dispatch } from 'react';
import {
  putProductSettings,
  type ProductSettingsReply,
  type ProductSettingsResult,
} from '@app/shared/contract/product-settings.ts';
import { call } from '../../lib/http/call.ts';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { worldKey } from '../../world/triage.ts';
import { changesOf, initialForm, isSwitched, reduceForm, type FormAction, type ProductForm } from './draft.ts';
import { productSettingsQuery } from './product-settings-query.ts';
import { failureText } from './save-failure.ts';
import { doneText } from './tracking-words.ts';

type Conflicts = ProductSettingsResult['conflicts'];

export interface FormHandle {
  readonly form: ProductForm;
  readonly dispatch: Dispatch<FormAction>;
  readonly isSaving: boolean;
  readonly failure: string | null;
  readonly dropFailure: () => void;
  /**
   * The settings that another user has saved since this form was loaded, until this user has decided; empty otherwise.
   */
  readonly conflicts: Conflicts;
  /** Saves the changes, after applying the given actions. */
  readonly save: (...actions: readonly FormAction[]) => Promise<void>;
  readonly dropConflicts: () => void;
  /** Fetches the settings again; unsaved changes stay. */
  readonly reload: () => Promise<void>;
}

export function useProductForm(settings: ProductSettingsReply): FormHandle {
  const client = useQueryClient();
  const [form, dispatch] = useReducer(reduceForm, settings, initialForm);
  useEffect(() => startTransition(() => dispatch({ type: 'loaded', settings })), [settings]);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [conflicts, setConflicts] = useState<Conflicts>([]);
  const reload = useCallback(async () => {
    await client.invalidateQueries({ queryKey: productSettingsQuery.queryKey });
    // Tracked products appear on the dashboard, and ignored ones leave it.
    void client.invalidateQueries({ queryKey: worldKey });
  }, [client]);
  const send = async (next: ProductForm) => {
    const result = await call(putProductSettings, {
      body: {
        products: changesOf(next),
        accountsSetupDone: true,
        ...(isSwitched(next) && { automaticallyTrackNewProducts: next.automatic }),
      },
    });
    setConflicts(result.conflicts);
    if (result.conflicts.length === 0) {
      dispatch({ type: 'saved', sent: next });
      showToast(doneText('Submitted Changes have been Saved', result.heldBack));
    }
    await reload();
  };
  const save = async (...actions: readonly FormAction[]) => {
    for (const action of actions) dispatch(action);
    setSaving(true);
    setFailure(null);
    setConflicts([]);
    try {
      await send(actions.reduce(reduceForm, form));
    } catch (error) {
      setFailure(await failureText(error, reload));
    } finally {
      setSaving(false);
    }
  };
  return {
    form,
    dispatch,
    isSaving,
    failure,
    dropFailure: () => setFailure(null),
    conflicts,
    save,
    dropConflicts: () => setConflicts([]),
    reload,
  };
}
