import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { initialForm } from '../form/form-model.ts';
import { settings } from '../form/settings-builders.ts';
import type { FormHandle } from '../form/use-settings-form.ts';
import { AddEmailModal } from './AddEmailModal.tsx';

test('the browser does not cut a pasted address, whose invisible characters are removed before it is checked', () => {
  const form = initialForm(settings({})) as FormHandle;

  const markup = renderToStaticMarkup(<AddEmailModal form={form} onAdded={() => {}} onClose={() => {}} />);

  expect(markup).toContain('type="email"');
  expect(markup).not.toMatch(/maxlength/i);
});
