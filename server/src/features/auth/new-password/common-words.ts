/**
 * Base words of common passwords, collected from the words, names, clubs and characters that published counts of
 * leaked passwords have in common, without their endings.
 */
export const commonWords: ReadonlySet<string> = new Set(
  `
  password passwort passw0rd passwd pass motdepasse contrasena senha parola wachtwoord haslo salasana geheim secret
  secreto letmein welcome willkommen bienvenue bienvenido benvenuto welkom login logon signin access admin administrator
  root user username guest test testing tester demo sample example default changeme change temp temporary system server
  master owner manager boss sales office company business account 
  money cash dollar euro gold silver diamond crystal platinum premium internet computer laptop desktop windows microsoft
  apple iphone android samsung nokia google facebook twitter youtube instagram linkedin yahoo hotmail gmail email mail
  hello hallo bonjour hola ciao howdy goodbye please thanks thankyou yes ok okay maybe whatever nothing something
  everything anything unknown blank none null love iloveyou iloveu loveyou loveme lover lovers lovely iloveme ihateyou
  teamo tequiero amor amore amour liebe schatz kiss kisses hugs heart sweetheart sweetie honey baby babygirl babyboy
  babe darling princess prince queen king angel angels heaven jesus jesuschrist christ god godisgood iloveyoujesus
  blessed blessing faith hope grace trust peace freedom liberty truth forever always together family mother father
  mommy mummy daddy mama papa mom dad brother sister son daughter friend friends bestfriend boyfriend girlfriend
  dragon monkey tiger lion eagle falcon hawk wolf wolves bear bears panther jaguar cougar leopard cheetah shark dolphin
  dolphins whale penguin turtle snake cobra viper python spider scorpion butterfly ladybug bumblebee bunny rabbit kitten
  kitty cat cats dog dogs doggy puppy horse horses pony pig piggy cow chicken duck mouse rat frog fish goldfish bird
  parrot buddy bella max charlie lucky rocky rocco coco daisy molly lucy bailey bandit bear oreo peanut pepper ginger
  smokey shadow sunshine sunflower sunny moon moonlight star stars starlight rainbow cloud storm thunder lightning rain
  snow snowball winter spring summer autumn fall january february march april may june july august september october
  november december monday tuesday wednesday thursday friday saturday sunday weekend holiday vacation birthday christmas
  halloween easter newyear flower flowers rose lily jasmine violet orchid cherry apple banana orange lemon strawberry
  peach mango cookie cookies candy sugar chocolate vanilla caramel cupcake pizza cheese bacon burger pancake coffee
  red blue green yellow orange purple pink black white silver brown blackandwhite football soccer baseball basketball
  hockey tennis golf golfer volleyball rugby cricket boxing wrestling skating skate skateboard snowboard surfing surfer
  swimming runner running fitness karate liverpool arsenal chelsea manchester manutd united everton tottenham barcelona
  barca realmadrid madrid juventus inter milan bayern schalke dortmund ajax psv feyenoord celtic rangers galatasaray
  fenerbahce besiktas benfica sporting porto flamengo corinthians palmeiras vasco boca river cowboys steelers packers
  eagles raiders patriots broncos giants lakers bulls celtics knicks yankees redsox cubs dodgers braves tigers phillies
  superman batman spiderman ironman hulk wolverine joker superstar starwars startrek skywalker vader yoda matrix neo
  trinity gandalf frodo hobbit legolas harrypotter potter hermione hogwarts voldemort naruto sasuke goku pikachu pokemon
  mario luigi zelda sonic minecraft fortnite roblox callofduty counterstrike halo warcraft diablo simpsons homer bart
  snoopy garfield mickey minnie disney tinkerbell tigger winnie pooh barbie elmo nemo stitch shrek scooby doraemon
  michael michelle michaela jordan jennifer jessica jasmine ashley amanda nicole daniel danielle andrew andrea anthony
  joshua matthew robert thomas william charles charlotte christopher christian christina christine chris james jason
  justin jonathan john johnny david brandon brian bryan kevin steven stephen stephanie patrick peter paul richard ryan
  samantha samuel sam scott sean sarah rachel rebecca melissa elizabeth victoria vanessa veronica natasha natalie maria
  marie martin martina maggie madison lauren laura kimberly kelly karen katie kathryn katherine karina julia julian
  juliana joseph jose juan carlos eduardo fernando francisco antonio alejandro alejandra alexander alexandra alexis alex
  alice adam adrian aaron austin benjamin ben bradley cameron carolina caroline catherine claire claudia cynthia diana
  dennis diego dominic edward eric erica emily emma ethan eva felix fiona florian frank gabriel gabriela george gregory
  hannah harry harley heather henry isabella isabelle ivan jack jackson jacob jake jakob jan jean jeffrey jeremy joanna
  joel jonas kenneth kyle larry leon leonardo liam linda lisa logan louis louise lucas luca luis luke marcus margaret
  mark marco markus mary mason megan mia miguel miriam monica morgan nathan nicholas nicolas oliver olivia oscar pamela
  patricia pedro philip rafael ricardo ronaldo ronald rosie roxanne russell sabrina sandra sebastian sergio sharon simon
  simone sofia sophia sophie susan taylor teresa tiffany timothy tobias tracy travis tyler valentina valeria vincent
  wendy zachary messi neymar beckham eminem rihanna beyonce metallica nirvana slipknot acdc ironmaiden greenday blink
  onedirection justinbieber bieber beatles elvis music guitar piano drummer dance dancer dancing singer rockstar rockon
  rock metal punk gangster gangsta thuglife hiphop reggae mustang corvette camaro ferrari porsche lamborghini mercedes
  bmw audi toyota honda nissan subaru yamaha suzuki kawasaki ducati harley harleydavidson chevy ford dodge jeep truck
  trucker racing racer speed turbo nascar london paris berlin madrid newyork brooklyn boston chicago dallas denver texas
  florida california america american england scotland ireland france germany deutschland espana italia india mexico
  brazil brasil canada australia china japan russia poland polska turkey turkiye istanbul colombia argentina africa
  killer hunter ninja samurai warrior soldier marine marines ranger sniper pirate rebel legend hero champion winner
  number one lucifer satan devil demon ghost zombie vampire hacker hacked phoenix maverick goose iceman viking spartan
  gladiator genesis genius einstein newton doctor nurse teacher student school college university science chemistry
  hardcore playboy sexy sexygirl sexybaby beauty beautiful pretty cutie cute hottie hotstuff hot cool coolio awesome
  amazing perfect special crazy stupid loser lazy happy smile smiley lucky charm magic magical wizard mystery dream
  dreams dreamer fantasy destiny infinity eternity universe galaxy planet earth world mercury venus saturn jupiter
  apollo zeus athena hercules merlin excalibur camelot avalon asdf asdfgh asdfghjkl qwer qwert qwerty qwertyuiop qwertz
  qwertzuiop azerty azertyuiop zxcv zxcvb zxcvbn zxcvbnm yxcvbnm qaz qazwsx qazwsxedc wsx edc abc abcd abcde abcdef
  abcdefg abcdefgh xyz aaa qqq www xxx zzz fuckyou fuckoff fuckme fuck shit bitch asshole pussy blowme bullshit trustno
  scooter gateway formula agent gordon chester winston fishing fisher digital scorpio spencer maxwell pumpkin vikings
  peaches trouble jackass buffalo success voyager eclipse captain cartman bubba bubbles stanley patches houston montana
  dilbert trumpet thumper skipper allison frankie justice popcorn trooper naughty alpha beta gamma delta omega paladin
  stewart flipper buster phantom chopper myspace start gizmo gizmodo mike raymond rosebud sandman general georgia victory
  lincoln sooners huskers detroit douglas skeeter madonna atlanta service alabama fireman stinger prelude barbara sublime
  maximus enter nemesis pegasus snowman capital hawaii arizona alaska kansas nevada oregon ohio utah virginia washington
  louisiana tennessee carolina dakota jersey miami orlando phoenix seattle portland memphis austin oakland toronto
  montreal vancouver sydney melbourne dublin glasgow edinburgh amsterdam hamburg munich vienna zurich geneva rome milano
  napoli torino lisbon athens moscow warsaw prague budapest tokyo osaka shanghai beijing hongkong singapore bangkok delhi
  mumbai favorite favourite super power powers nothing noname newpass passwor enterprise klingon federation babylon sherlock
  holmes watson bond jamesbond goldeneye terminator predator alien aliens rambo godfather scarface tarzan zorro robin
  hobbes calvin charmed buffy xfiles mulder scully simpson bender futurama southpark kenny kyle stan pantera megadeth
  slayer korn tool rush queen floyd pinkfloyd zeppelin ledzeppelin hendrix marley bobmarley tupac biggie kobe kobebryant
  iverson shaq pippen rodman michaeljordan jeter marino montana favre brady manning elway mazda volvo jaguar civic accord
  celica camry impala viper cobra bronco ranger explorer escort focus fiesta golf passat jetta beetle vespa peugeot renault
  citroen saab hummer suzuki triumph snoopy barney tweety sylvester goofy donald pluto bambi simba nala aladdin ariel
  gemini taurus aries leo virgo libra pisces aquarius capricorn cancer sagittarius fire water wind air ice earth flame
  inferno hell heavenly hunter archer knight knights castle sword shield arrow blade razor bullet rifle shotgun pistol
  tank jet pilot airplane aviator sailor navy army airforce police cop sheriff fighter boxer tommy timmy jimmy bobby billy
  willie johnny ronnie donnie danny kenny benny jenny penny becky vicky nicky ricky mickey micky nancy betty kitty patty
  cindy mandy sandy randy andy candy brandy wanda linda brenda glenda amber crystal ruby sapphire emerald pearl opal jade
  topaz gloria sylvia olga anna anne annie joan joanne jane janet janice judy julie june joyce beth brooke april autumn
  dawn eve faith heidi helen irene iris ivy jill kate kathy kim kristen kristin kristina leah lena lori lynn marilyn
  marina melanie michele mila nina nora norma paula peggy phyllis regina rita roberta rosa ruth sally shannon sheila
  shelby sherry sonia stella sue susie suzanne tamara tanya tara terri tina tracey trisha ursula valerie vera virginia
  yvonne zoe alan albert alfred allen alvin arnold arthur barry bernard bert bill bob brad brent bruce bryce carl casey
  cedric chad chase clark clay clayton cody colin connor corey craig curtis dale damian darren dave dean derek don drew
  duane dustin dylan earl eddie edgar edwin eli elliot ernie eugene evan fred freddy garrett gary gavin gene gerald gilbert
  glen glenn grant greg harold harvey herbert herman howard hugh hugo ian isaac jared jason jay jerome jerry jesse jim joe
  joel jon jorge julio kurt lance larry lawrence leo leonard leroy lester lewis lloyd logan lonnie luther malcolm manuel
  mario marvin maurice max melvin mitch mitchell murray nathaniel neil nelson nick nigel norman omar oscar otto owen perry
  phil pierre ralph ramon randall ray reggie rene rex rick rob rod rodney roger roland roman ron ross roy ruben rudy russ
  sergey seth shane shawn sid spike stan steve stuart ted terry theo theodore toby todd tom tony trevor troy vernon victor
  vince wade wallace walter warren wayne wesley will willy wyatt sasha dima ilya misha nikita vova andrei anton boris igor
  oleg pavel sergei vladimir yuri alexey dmitry marina nastya natasha katya masha olya tanya sveta yulia pawel piotr tomasz
  marcin kamil mateusz bartek karol dawid agnieszka kasia ania magda monika ahmed ali mohamed mohammed muhammad mustafa
  mehmet hasan hassan ibrahim omar yusuf fatma ayse rahul amit priya krishna ganesh shiva sairam india omsairam bismillah
  monster mountain ocean beach island forest garden river lake desert bulldog redskins blahblah blah sesame opensesame
  cheeseburger butthead biteme matrix access mobile hardware software network security private public backup
  `
    .trim()
    .split(/\s+/),
);

/** Sequences of neighbouring keys. Every part of at least three keys counts as a walk. */
export const keyWalks: readonly string[] = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1q2w3e4r5t6z7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1a2b3c4d5e6f7g8h9i',
  'a1b2c3d4e5f6g7h8i9',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  'zaq12wsxcde34rfv',
  'zaq1xsw2cde3vfr4',
  '1z2x3c4v5b6n7m',
  '!@#$%^&*()',
  'qwaszx',
  '12qwaszx',
  'a1s2d3f4g5h6j7k8l9',
  '1a2s3d4f5g6h7j8k9l',
  'z1x2c3v4b5n6m7',
  '12qw34er56ty78ui',
  '1qw23er45ty67ui',
  'q1q2q3q4q5q6q7',
  '1q2q3q4q5q',
];

/** Words of our own product and trade, which a stranger tries first here. */
export const wordsOfOurTrade: ReadonlySet<string> = new Set(
  `
  watchpost watchdog amazon amzn marketplace market seller sellers sellercentral vendor merchant shop store storefront
  brand buybox listing listings asin sku fba fbm fulfillment prime inventory stock product products catalogue catalog
  advertising operator dashboard alert alerts
  `
    .trim()
    .split(/\s+/),
);
