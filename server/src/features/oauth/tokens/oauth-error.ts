/**
 * A refusal of the token endpoint (RFC 6749, section 5.2). A program that asked too often is told to try later, by a
 * code of section 4.1.2.1, so that it does not take its tokens for ended.
 */
type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'temporarily_unavailable';

export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;
  /** The seconds after which the program may ask again; `null` for refusals that time does not end. */
  readonly retryAfterSeconds: number | null;

  constructor(code: OAuthErrorCode, description: string, retryAfterSeconds: number | null = null) {
    super(description);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
