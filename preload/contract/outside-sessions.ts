/** Stands for a session's id where what was sent to a model outside of any session is listed: questions of the Skills page. */
export const outsideSessions = 'outside-sessions';
