import type { Registry } from '../tools/registry';

/**
 * A registry that refuses calls with a placeholder whose value is not known any more: after a
 * restart, it would be typed or written as it stands. `lost` names those in a text.
 */
export function refuseLostSecrets(registry: Registry, lost: (text: string) => string[]): Registry {
  return {
    ...registry,
    prepare(raw) {
      const names = lost(raw.arguments);
      if (names.length === 0) return registry.prepare(raw);
      const message = `The value behind ${names.join(', ')} is not known any more: secrets are kept in memory only, and Deskwright was started anew since.`;
      return { envelope: registry.refuse(raw, 'INVALID_PARAM', message, 'Read it again from where it came, or ask the person for it with AskUser.') };
    },
  };
}
