import { setTimeout as wait } from 'node:timers/promises'

export interface Forecast { town: string, celsius: number, sky: string }

// Either of them knows the weather everywhere. The north is nearer.
const STATIONS = ['north', 'south']
const PAUSE_MS = 60

export async function forecastFor (town: string, port: number): Promise<Forecast> {
  for (let tried = 0; tried < 4; tried++) {
    const station = STATIONS[tried % STATIONS.length]
    const answer = await fetch(`http://127.0.0.1:${port}/${station}/${town}`)
    if (answer.ok) return await answer.json() as Forecast
    await answer.body?.cancel()
    // Who is asked again at once will not be in a better mood.
    await wait(PAUSE_MS)
  }
  throw new Error('nobody knows the weather')
}
