import { AppError } from '@app/shared/base/errors.ts';
import type { Region } from '@app/shared/base/marketplaces.ts';
import type { Context } from '../../context.ts';
import type { ConnectionService } from '../connections/service.ts';

export const adsServiceId = 'advertising';

/** Amazon Advertising of one region, as a service that seller accounts are connected to. */
export function adsService(
  { advertising, config }: Pick<Context, 'advertising'> & { readonly config: Pick<Context['config'], 'publicUrl'> },
  region: Region,
): ConnectionService {
  const consent = advertising?.consentIn(region);
  if (!consent) throw new AppError('serviceOff');
  return {
    id: adsServiceId,
    title: 'Amazon Advertising',
    authorizeUrl: consent.authorizeUrl,
    redirectUri: new URL('/api/identity/ad-connect', config.publicUrl).href,
    scopes: ['advertising::campaign_management'],
    necessaryScopes: [],
    parameters: {},
    hasPkce: false,
    client: consent.client,
  };
}
