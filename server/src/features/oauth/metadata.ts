import { tokenScopes } from '@app/shared/contract/endpoint.ts';

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

/** RFC 9728. @param path of the interface, empty for the whole installation */
export const resourceMetadata = (publicUrl: string, path: string) => ({
  resource: `${publicUrl}${path}`,
  authorization_servers: [publicUrl],
  scopes_supported: tokenScopes,
  bearer_methods_supported: ['header'],
});

/** The interfaces that have metadata of their own. */
export const resourcePaths = ['', '/api/v1', '/mcp'] as const;
