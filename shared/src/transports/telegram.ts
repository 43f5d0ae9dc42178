import type { ChannelDeclaration } from './transport.ts';

const bot = /^https:\/\/api\.telegram\.org\/bot\d+:[\w-]+\/sendMessage(?:\?([^#]*))?$/;
const parameter = /^(chat_id=(-?\d+|(@|%40)\w+)|message_thread_id=\d+)$/;

function refuseAddress(address: string): string | null {
  const match = bot.exec(address);
  if (match === null) {
    return 'This is not the address of a Telegram bot: it is https://api.telegram.org/bot<token>/sendMessage?chat_id=<chat>';
  }
  const parameters = (match[1] ?? '').split('&');
  const wrong = parameters.find((one) => one !== '' && !parameter.test(one));
  if (wrong !== undefined)
    return `The address cannot have ${wrong}: it takes chat_id and message_thread_id, which are numbers, or @ and a name`;
  if (parameters.some((one) => one.startsWith('chat_id='))) return null;
  return 'The chat is missing: add ?chat_id= and the id of the chat, or @ and its name';
}

export const telegram = {
  id: 'telegram',
  label: 'Telegram',
  by: 'by Telegram',
  order: 7,
  icon: ['M15 10l-4 4l6 6l4 -16l-18 7l4 2l2 6l3 -4'],
  reaches: 'channel',
  isSigned: false,
  form: {
    namePlaceholder: 'Amazon alerts',
    addressLabel: 'Address of the bot and its chat',
    addressPlaceholder: 'https://api.telegram.org/bot…/sendMessage?chat_id=…',
    help: 'With the token that BotFather gives to the bot, and the id of a chat that the bot is in. It is a secret: it is kept encrypted and never shown again',
  },
  refuseAddress,
} as const satisfies ChannelDeclaration;
