import type { AddressDraft } from '../form-model.ts';
import type { PanelProps } from '../use-settings-form.ts';

/** What the parts of one address's detail are given. */
export interface AddressProps extends PanelProps {
  readonly address: AddressDraft;
}
