import { useQuery } from '@tanstack/react-query';
import { inviteCheck } from '@app/shared/contract/billing.ts';
import {
  inviteCodeKey,
  inviteCodeLength,
  inviteCodeProblem,
  shownCodeName,
} from '@app/shared/domain/inputs/invite-code.ts';
import { query } from '../../lib/http/call.ts';
import { useSettled } from '../../ui/hooks/use-settled.ts';

/** The result of checking the code: `unknown` leads to no package, `valid` names the one it leads to. */
export type CodeCheck =
  | { readonly state: 'none' | 'unknown' }
  | { readonly state: 'valid'; readonly code: string; readonly offer: string };

/** The pause in typing after which a code that may be incomplete is checked. */
const pauseMs = 500;

export function useCodeCheck(typed: string): CodeCheck {
  const code = inviteCodeKey(typed);
  const settled = useSettled(code, pauseMs);
  const isComplete = code.length === inviteCodeLength.most || code === settled;
  const isAsked = isComplete && code !== '' && inviteCodeProblem(code) === null;
  const { data } = useQuery({ ...query(inviteCheck, { query: { code } }), enabled: isAsked });
  if (!isAsked || !data) return { state: 'none' };
  if (data.packageId === null) return { state: 'unknown' };
  const offer = shownCodeName(data.packageDescription ?? code);
  return { state: 'valid', code, offer };
}
