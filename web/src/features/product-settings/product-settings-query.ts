import { getProductSettings } from '@app/shared/contract/product-settings.ts';
import { query } from '../../lib/http/call.ts';

export const productSettingsQuery = query(getProductSettings);
