import type { AddressDraft } from '../form/form-model.ts';
import type { PanelProps } from '../form/use-settings-form.ts';

/** The properties of the parts of one address's detail. */
export interface AddressProps extends PanelProps {
  readonly address: AddressDraft;
}
