/** Words of each list task. No word is in two lists, so that a held-out task shares no words with the training tasks. */
export const wordLists = {
  animals: split(`
    lion tiger horse rabbit wolf bear fox deer mouse eagle
    owl hawk falcon parrot pigeon sparrow crow swan penguin ostrich
    camel zebra giraffe elephant rhino hippo monkey gorilla lemur sloth
    otter beaver badger squirrel hedgehog mole bat seal walrus dolphin
    whale shark octopus frog toad newt lizard snake tortoise crocodile
    ant bee wasp beetle spider moth cricket donkey goat sheep
    kangaroo koala panda jaguar leopard moose`),
  countries: split(`
    france spain portugal italy greece norway sweden finland denmark iceland
    poland austria hungary romania bulgaria serbia croatia albania estonia latvia
    lithuania ireland belgium switzerland germany ukraine georgia armenia egypt libya
    tunisia morocco algeria sudan ethiopia kenya uganda tanzania zambia zimbabwe
    botswana namibia angola nigeria ghana senegal mali niger chad gabon
    india nepal bhutan pakistan iran iraq jordan oman qatar yemen
    japan mongolia vietnam laos thailand malaysia indonesia brazil chile peru`),
  colors: split(`
    red blue green yellow purple brown black white grey pink
    crimson scarlet maroon burgundy magenta fuchsia violet indigo navy azure
    cyan teal turquoise aqua emerald jade khaki beige ivory cream
    tan bronze copper gold silver platinum charcoal slate ebony amber
    ochre sienna umber rust coral rose lavender lilac mauve periwinkle
    cerulean cobalt sapphire ultramarine viridian chartreuse vermilion ruby sepia taupe
    fawn puce ecru`),
  foods: split(`
    bread butter cheese rice pasta soup salad pizza noodles porridge
    apple pear plum peach cherry grape lemon orange banana melon
    carrot potato tomato onion garlic cabbage spinach lettuce celery leek
    bean lentil pea pumpkin cucumber radish turnip beetroot pepper mushroom
    honey jam syrup sugar chocolate biscuit cake pie waffle pancake
    yogurt custard pudding tofu omelette sandwich dumpling sausage ham bacon
    walnut almond hazelnut cashew peanut raisin`),
  words: split(`
    anchor basket candle doorway engine feather garden hammer island journey
    kettle ladder mirror needle office paper question ribbon shadow ticket
    umbrella valley window yard zipper arrow bridge castle danger effort
    figure glove harbor idea jacket knot letter market number ocean
    pocket quarter river signal tower uncle voice wagon answer border
    corner dream echo forest guest habit insect judge kingdom lesson
    moment nation object parade quilt reason season thunder urge velvet
    weather yesterday breath column detail empire`),
} as const satisfies Record<string, readonly string[]>;

export type ListTask = keyof typeof wordLists;

function split(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
