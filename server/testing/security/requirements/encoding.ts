import { absent, rule, testsOf } from '../requirement.ts';

const sources = testsOf('server/test/security/sources.test.ts');
const naughty = testsOf('server/testing/http/naughty-strings.test.ts');
const bodies = testsOf('server/src/http/request-bodies.test.ts');
const mails = testsOf('server/src/lib/mail/mails.test.ts');
const defusing = testsOf('server/src/lib/spreadsheet/defuse.test.ts');
const hostile = testsOf('server/src/lib/spreadsheet/hostile-spreadsheets.test.ts');
const publicFetch = testsOf('server/src/external/http/public-fetch.test.ts');
const telegram = testsOf('server/src/features/delivering/transports/channels/telegram.test.ts');
const numbers = testsOf('server/test/robustness/huge-numbers.test.ts');
const badInput = testsOf('server/test/contract-bad-input.test.ts');

export const encoding = [
  rule(
    '1.1.1',
    'A request is decoded once, by the HTTP server, before its schema is applied; what the schema accepts is not decoded again.',
    naughty(
      'names of people and seller accounts are returned unchanged, but for control characters, which become spaces',
    ),
    naughty('a text that the database cannot store is refused'),
  ),
  rule(
    '1.1.2',
    'Texts are stored as they were given and encoded where they are written: by React, by the mail templates, by the writers of chats and spreadsheets.',
    naughty('product names reach the page unchanged'),
    naughty('texts stay text in mails and become neither markup nor links nor headers'),
  ),
  rule(
    '1.2.1',
    'Pages are drawn by React, mails by templates that escape every value.',
    mails('untrusted text in the mail %s stays text and becomes neither markup nor a header'),
    sources('pages set no HTML and show texts as text'),
  ),
  rule(
    '1.2.2',
    'Addresses are built with URL and its parameters. Addresses that people give are https, and a return of a program is https or on its own machine.',
    publicFetch('%s is neither accepted nor requested'),
    testsOf('server/src/features/oauth/clients/redirect-uri.test.ts')('the return to %s is allowed: %s'),
  ),
  rule(
    '1.2.3',
    'Answers are serialised by JSON.stringify from a declared schema; no script is put together from values.',
    sources('pages set no HTML and show texts as text'),
    testsOf('server/src/http/secure-headers.test.ts')('%s may run nothing but its own script'),
  ),
  rule(
    '1.2.4',
    'Every statement is a template whose values become parameters; the only raw parts are names that the source contains.',
    sources('statements are templates whose values are parameters'),
    naughty('no text in any field of any call causes an internal error'),
  ),
  rule(
    '1.2.5',
    'No command of the system is run.',
    sources('no code is made of text, and no command of the system is run'),
  ),
  absent('1.2.6', 'There is no directory that is asked by LDAP.'),
  absent('1.2.7', 'There is no XPath; spreadsheets are read by a stream parser.'),
  absent('1.2.8', 'There is no LaTeX processor.'),
  rule(
    '1.2.9',
    'Patterns are written in the source and are not built from what others wrote.',
    sources('patterns are not built from what others wrote'),
  ),
  absent(
    '1.3.1',
    'No input is HTML: there is no editor of rich text, and all texts are shown as text.',
    sources('pages set no HTML and show texts as text'),
  ),
  rule(
    '1.3.2',
    'No code is made of text; the policy of the pages forbids it to the browser as well.',
    sources('no code is made of text, and no command of the system is run'),
    testsOf('server/test/security/answers.test.ts')('every answer has the headers that browsers obey'),
  ),
  rule(
    '1.3.3',
    'Texts lose what is dangerous where they are used: a cell that begins like a formula is written as text, and texts for assistants lose hidden characters.',
    defusing('%j does not begin as a formula does'),
    testsOf('server/src/features/mcp/tools.test.ts')(
      'a listing title that instructs the model stays in a field of its own, without hidden characters',
    ),
  ),
  absent(
    '1.3.4',
    'No pictures are uploaded. Pictures of products come from the marketplace and are shown as images, in which scripts do not run.',
  ),
  rule(
    '1.3.5',
    'Nobody gives templates or markup. Texts in chats are escaped for the markup of the service.',
    telegram('texts of others are no markup, mention nobody and lead nowhere'),
    testsOf('server/src/features/delivering/transports/channels/teams.test.ts')(
      'texts of others are no Markdown, also in the applications for phones, which read few backslashes',
    ),
  ),
  rule(
    '1.3.6',
    'Addresses that people give are reached by one module: https only, no private networks also after the name is resolved, no redirects, limits of time and size.',
    publicFetch('%s is neither accepted nor requested'),
    publicFetch('a name that resolves to %s is not connected to'),
    testsOf('server/src/external/push/push-service.test.ts')('a name that resolves to %s is not connected to'),
  ),
  rule(
    '1.3.7',
    'Templates of mails and messages are functions of the source; texts are only their arguments.',
    mails('untrusted text in the mail %s stays text and becomes neither markup nor a header'),
    sources('no code is made of text, and no command of the system is run'),
  ),
  absent('1.3.8', 'There is no Java, and so no JNDI.'),
  absent('1.3.9', 'There is no memcache; caches are maps in the process.'),
  absent(
    '1.3.10',
    'JavaScript has no format strings that read memory; a text of others is never the first argument of a formatting log call.',
  ),
  rule(
    '1.3.11',
    'Subjects and addresses are given to the mail library as values; line breaks in them add no header.',
    testsOf('server/src/features/support/tickets.test.ts')(
      'a line break in the subject or the address adds no mail header',
    ),
    mails('untrusted text in the mail %s stays text and becomes neither markup nor a header'),
  ),
  absent('1.4.1', 'JavaScript manages memory; no native code of ours handles strings.'),
  rule(
    '1.4.2',
    'Numbers have ranges in the schemas, and impossible ones of the marketplace are cut to what the database holds.',
    numbers('impossible quantities are shown as the largest possible number and do not stop anything'),
    badInput('$name refuses bad input with a clear message and changes nothing'),
  ),
  absent(
    '1.4.3',
    'JavaScript manages memory. Streams, connections and timers are closed with what began them, which the tests of the areas check.',
  ),
  rule(
    '1.5.1',
    'XML occurs in spreadsheets only. The parser is strict, knows no document types and reads no other files.',
    hostile('%s: refused, or read correctly'),
  ),
  rule(
    '1.5.2',
    'Input is JSON, forms and spreadsheets, read into plain values and accepted by a schema; nothing decides by its content which class is made.',
    bodies('a body of half a million nested lists is read without recursion'),
    badInput('$name refuses bad input with a clear message and changes nothing'),
  ),
];
