import {
  IconChevronDown,
  IconCreditCard,
  IconDeviceDesktop,
  IconHome,
  IconListCheck,
  IconLogout,
  IconMoon,
  IconSettings,
  IconSun,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { identityQuery } from '../../lib/session/identity.ts';
import { useStore } from '../../lib/browser/store.ts';
import { chooseTheme, themeChoice, type ThemeChoice } from '../../lib/browser/theme.ts';
import { initialsOf } from './initials.ts';
import { Menu, MenuChoice, MenuHeading, MenuItem, MenuLine } from '../../ui/overlays/Menu.tsx';

const themes: readonly { choice: ThemeChoice; label: string; Icon: typeof IconSun }[] = [
  { choice: 'light', label: 'Light', Icon: IconSun },
  { choice: 'dark', label: 'Dark', Icon: IconMoon },
  { choice: 'system', label: 'Like the system', Icon: IconDeviceDesktop },
];

export function UserMenu() {
  const { data: identity } = useQuery(identityQuery);
  const chosen = useStore(themeChoice);
  const navigate = useNavigate();
  const initials = identity ? initialsOf(identity) : '';
  const trigger = (
    <button type="button" className="account-button">
      <span className="avatar">{initials || '·'}</span>
      <span className="visually-hidden"> Account menu</span>
      <IconChevronDown size={14} aria-hidden="true" />
    </button>
  );
  return (
    <Menu trigger={trigger} align="end">
      <MenuHeading>{identity?.email}</MenuHeading>
      <MenuItem icon={<IconHome size={16} />} onSelect={() => void navigate({ to: '/home' })}>
        Home
      </MenuItem>
      <MenuItem icon={<IconListCheck size={16} />} onSelect={() => void navigate({ href: '/productsettings' })}>
        Product Tracking Settings
      </MenuItem>
      <MenuItem icon={<IconSettings size={16} />} onSelect={() => void navigate({ to: '/settings' })}>
        Email & Account Settings
      </MenuItem>
      <MenuItem icon={<IconCreditCard size={16} />} onSelect={() => void navigate({ to: '/subscription-and-billing' })}>
        Subscription & Billing
      </MenuItem>
      <MenuLine />
      <MenuHeading>Colours</MenuHeading>
      {themes.map(({ choice, label, Icon }) => (
        <MenuChoice
          key={choice}
          icon={<Icon size={16} />}
          selected={choice === chosen}
          onSelect={() => chooseTheme(choice)}
        >
          {label}
        </MenuChoice>
      ))}
      <MenuLine />
      <MenuItem icon={<IconLogout size={16} />} onSelect={() => void navigate({ to: '/logout' })}>
        Log Out
      </MenuItem>
    </Menu>
  );
}
