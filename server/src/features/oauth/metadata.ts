import { tokenScopes, type TokenScope } from '@app/shared/contract/endpoint.ts';

/** RFC 8414. Clients that we have not registered publish their own description; dynamic registration is not offered. */
export const serverMetadata = (publicUrl: string) => ({
  issuer: publicUrl,
  authorization_endpoint: `${publicUrl}/oauth/authorize`,
  token_endpoint: `${publicUrl}/oauth/token`,
  revocation_endpoint: `${publicUrl}/oauth/revoke`,
  scopes_supported: tokenScopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
  revocation_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  service_documentation: `${publicUrl}/developers`,
});

/**
 * The interfaces that have metadata of their own, by path, and the scopes that they use; the empty path is the whole
 * installation. A program that is told no scope asks people for all of them.
 */
const scopesOfResources = {
  '': tokenScopes,
  '/api/v1': tokenScopes,
  '/mcp': ['catalogue:read', 'billing:read'],
} as const satisfies Readonly<Record<string, readonly TokenScope[]>>;

/** RFC 9728, for each interface. */
export const resourceMetadata = (publicUrl: string) =>
  Object.entries(scopesOfResources).map(([path, scopes]) => ({
    path,
    metadata: {
      resource: `${publicUrl}${path}`,
      authorization_servers: [publicUrl],
      scopes_supported: scopes,
      bearer_methods_supported: ['header'],
    },
  }));
