import type { AfterResponseMiddleware, BeforeRequestMiddleware } from 'zapier-platform-core';

/** Adds the access token to calls of the Watchpost API only, so that no other address receives it. */
export const sendToken: BeforeRequestMiddleware = (request, _z, bundle) => {
  const token = bundle?.authData?.['access_token'];
  const isOfApi = request.url?.startsWith(`${process.env['WATCHPOST_URL']}/api/`);
  if (token && isOfApi) request.headers = { ...request.headers, authorization: `Bearer ${token}` };
  return request;
};

/** Throws the error message of the API, which says what the user can do. A 401 makes Zapier renew the access token. */
export const explainErrors: AfterResponseMiddleware = (response, z) => {
  if (response.status < 400 || response.skipThrowForStatus) return response;
  if (response.status === 401) throw new z.errors.RefreshAuthError();
  if (response.status === 429) {
    const wait = Number(response.getHeader('retry-after') ?? 60);
    throw new z.errors.ThrottledError('Watchpost takes 300 calls a minute', wait);
  }
  throw new z.errors.Error(messageOf(response.content), 'refused', response.status);
};

function messageOf(content: string): string {
  try {
    const { message, error_description: description } = JSON.parse(content);
    return String(message ?? description ?? content);
  } catch {
    return content.slice(0, 300);
  }
}
