/** The sections of the page in the order of its navigation; the id is the anchor (`/settings#storefronts`). */
export const sections = [
  { id: 'emails', label: 'E-mail channels', isOwners: false },
  { id: 'delivery', label: 'Alert delivery', isOwners: true },
  { id: 'users', label: 'Users', isOwners: true },
  { id: 'teams', label: 'Storefront teams', isOwners: true },
  { id: 'storefronts', label: 'Storefronts', isOwners: false },
  { id: 'channels', label: 'Webhooks and chats', isOwners: true },
  { id: 'deliveries', label: 'Delivery log', isOwners: false },
  { id: 'spreadsheet', label: 'Sales by mail', isOwners: false },
  { id: 'connections', label: 'Connections', isOwners: true },
  { id: 'tokens', label: 'Access tokens', isOwners: false },
  { id: 'apps', label: 'Connected apps', isOwners: false },
  { id: 'account', label: 'Account', isOwners: false },
  { id: 'data', label: 'Your data', isOwners: true },
] as const;

export type SectionId = (typeof sections)[number]['id'];
