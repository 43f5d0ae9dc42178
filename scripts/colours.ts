type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The variables that tell a tool whether to colour its output. By default vitest colours piped output too, and reads
 * FORCE_COLOR=0 as a request for colours. NO_COLOR takes precedence over FORCE_COLOR; on a terminal without either the
 * tool decides.
 */
export function colourVariables({ NO_COLOR, FORCE_COLOR }: Environment, isTerminal: boolean): Environment {
  const isForbidden = isSet(NO_COLOR) || FORCE_COLOR === '0' || FORCE_COLOR === 'false';
  const isForced = !isForbidden && isSet(FORCE_COLOR);
  if (isForced) return { NO_COLOR: undefined, FORCE_COLOR };
  if (isForbidden || !isTerminal) return { NO_COLOR: '1', FORCE_COLOR: undefined };
  return {};
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== '';
