/**
 * Does something this number of times, in parallel lanes that each go on as soon as they have ended one.
 * @param lanes what `act` gets of its lane
 */
export async function inLanes(lanes, count, act) {
  let left = count;
  const playIn = async (lane) => {
    while (left > 0) {
      left -= 1;
      await act(lane);
    }
  };
  await Promise.all(lanes.map(playIn));
}
