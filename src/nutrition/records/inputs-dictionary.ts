/** Fragments of stored inputs, the most frequent last, where distances are shortest. */
const FRAGMENTS = [
  '"open_water_swim","treadmill_run","duathlon","walk","other","row","ski","lift","hike","brick"',
  ',"danger",]"caution",[[0,4,[2,4,[1,100,0000000111010001001"',
  '],true,null,null,null,null,false,false],null,null,null,0,false,false]]',
  '[["triathlon",300,6,null,true,null,null,null,null,null,[["swim",30,null],["bike",180,null],["run",90,null]],null]',
  '[["indoor_bike",60,5,null,false,null,220,null,null,null,null,null],["female",34,57.8,165,4,null,250,null,null,null,null,null,60,null,null,""],null,null]',
  '[["swim",45,5,4,false,null,null,null,null,null,null,null],["male",52,88.4,null,5,null,null,6,6,1200,900,null,45,true,true,"01"],null,null]',
  '[["trail_run",120,4,null,true,[24.5,55,true],null,21.1,650,1200,null,null],["female",29,61.2,null,6,55,null,4,5,null,null,70,null,false,false,"0000001"],null,null]',
  ',"over_hydrated",0],[-0.0,"slightly_dehydrated",1],[-0.1,-0.1,-0.1],',
  '[[[[0.0823,-0.0341,0.0912,-0.412],[0.0762,0.0513,-0.0452,0.0743,0.0521,-0.0482,0.0984,-0.0312,0.407]],',
  '[[-0.0529,-0.0634,0.0218,-0.931],[0.0837,0.0568,0.0588,-0.0347,0.0792,0.0606,-0.0293,0.126,-0.0156,0.458]],',
  '12,[0,0,0],[4,2,0],17700000000,[0,0,0],"dehydrated",0],[57.3,227.7,1771,17698],[72.8,104.1,1770],',
  '[-0.0776,0.0103,17],[-0.0833,0.0484,0,null],33.1,71.3,0,[],null,1,0],null]',
  '],[["bike",90,5,4,false,[18.2,62,false],null,null,null,null,null,null],["female",39,70.5,172,5,null,null,null,null,null,null,null,null,null,null,""],null,null]',
  '[["run",60,5,null,false,[15,60,false],null,null,null,null,null,null],["male",40,75.2,178,null,null,null,5,5,null,null,null,50,false,false,""],[[[[0.1,0.0,0.',
  '],[0.07],[1,0,0],[1,0,0],17,[0,0,0],"well_hydrated",1],[55.0,0,null],[-0.223144,0.09,0,null],0,0,0,[],null,0,0],null]',
];

/**
 * Text that most stored inputs contain, so that compression refers to it instead of repeating it. Inputs can
 * only be read with the dictionary they were written with, so this one never changes. A new dictionary gets
 * the next number.
 */
export const INPUTS_DICTIONARY: Uint8Array = new TextEncoder().encode(FRAGMENTS.join(''));
