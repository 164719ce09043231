import type { Session } from 'electron';

/** Our pages need no camera, microphone, location, notification, device or clipboard-read permission: all are refused. */
export function refusePermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
}
