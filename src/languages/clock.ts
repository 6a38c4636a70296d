/** Formats a duration in minutes as hours and minutes: 5:30. */
export function clock(min: number): string {
  const whole = Math.round(min);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
